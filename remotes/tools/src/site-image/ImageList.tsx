import type { CallReply, listSiteImages, SiteImage } from '@sitedeck/contract';
import { SITE_IMAGES_MAX } from '@sitedeck/contract';
import { formatTime, toFault, useTaskChanges } from '@sitedeck/sdk';
import { DOT, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { ResourceTable, type ResourceColumn, type ResourceRows } from '@sitedeck/ui/page';
import { imagesApi, refetchImages } from '../images.api';
import { CreateButton } from './CreateButton';
import { IMAGE_KINDS } from './image-kinds';
import { imageTexts } from './image-texts';
import { useContents } from './use-contents';
import { useImageActs } from './use-image-acts';

/** The images of this host, newest first. */
export function ImageList() {
  const text = useText(imageTexts);
  const query = imagesApi.useListSiteImagesQuery({}, { refetchOnMountOrArgChange: true });
  useTaskChanges(IMAGE_KINDS, refetchImages);
  const count = query.data?.images.length ?? 0;
  return (
    <section aria-labelledby="tl-images">
      <h2 id="tl-images">
        {text('list')}
        {count > 0 && (
          <span className="tl-count sd-hint sd-small">
            {text('list.count', { n: count, most: SITE_IMAGES_MAX })}
          </span>
        )}
      </h2>
      <ResourceTable<SiteImage>
        label={text('list')}
        rows={rowsOf(query)}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        columns={useColumns()}
        acts={useImageActs()}
        actsTitle={text('column.acts')}
        empty={{ text: text('empty'), action: <CreateButton /> }}
        retry={() => void query.refetch()}
      />
    </section>
  );
}

interface Query {
  readonly data?: CallReply<typeof listSiteImages> | undefined;
  readonly error?: unknown;
  readonly isFetching: boolean;
}

function rowsOf({ data, error, isFetching }: Query): ResourceRows<SiteImage> {
  if (error !== undefined && !data) return { is: 'failed', fault: toFault(error) };
  const rows = data?.images ?? [];
  return { is: isFetching && !data ? 'loading' : 'ready', rows, total: rows.length };
}

function Facts({ image }: { readonly image: SiteImage }) {
  const text = useText(imageTexts);
  const contents = useContents();
  return (
    <>
      {text(image.databaseBytes === null ? 'holds.files' : 'holds.all')}
      <div className="sd-secondary sd-small">{contents(image).join(DOT)}</div>
    </>
  );
}

function Name({ image: { name, note, origin, site } }: { readonly image: SiteImage }) {
  const text = useText(imageTexts);
  const facts = [
    ...(note === '' ? [] : [note]),
    ...(origin === 'uploaded' ? [text('origin.uploaded', { site })] : []),
  ];
  return (
    <>
      <span className="tl-break">{name}</span>
      {facts.length > 0 && <div className="sd-secondary sd-small tl-break">{facts.join(DOT)}</div>}
    </>
  );
}

function useColumns(): readonly ResourceColumn<SiteImage>[] {
  const text = useText(imageTexts);
  const format = useLocaleFormat();
  return [
    { key: 'name', title: text('column.name'), card: 'name', render: (image) => <Name image={image} /> },
    {
      key: 'holds',
      title: text('column.holds'),
      card: 'fact',
      width: 240,
      render: (image) => <Facts image={image} />,
    },
    {
      key: 'size',
      title: text('column.size'),
      card: 'fact',
      width: 120,
      render: ({ size }) => format.bytes(size),
    },
    {
      key: 'time',
      title: text('column.time'),
      card: 'fact',
      width: 170,
      render: ({ madeAt }) => formatTime(madeAt),
    },
  ];
}
