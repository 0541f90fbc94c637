import { downloadSiteImage, type CallReply, type listSiteImages, type SiteImage } from '@sitedeck/contract';
import { call, formatTime, serverAddress, toFault, useTaskChanges } from '@sitedeck/sdk';
import {
  DOT,
  saveFrom,
  useBlocked,
  useConfirm,
  useDialog,
  useFeedback,
  useLocaleFormat,
  useText,
} from '@sitedeck/ui/core';
import { ResourceTable, type ResourceColumn, type ResourceRows, type RowAct } from '@sitedeck/ui/page';
import { imagesApi, refetchImages } from '../images.api';
import { DeployDialog } from './DeployDialog';
import { EditDialog } from './EditDialog';
import { IMAGE_KINDS } from './image-kinds';
import { imageTexts } from './image-texts';

/** The images of this host, newest first. */
export function ImageList() {
  const text = useText(imageTexts);
  const query = imagesApi.useListSiteImagesQuery({}, { refetchOnMountOrArgChange: true });
  useTaskChanges(IMAGE_KINDS, refetchImages);
  return (
    <section aria-labelledby="tl-images">
      <h2 id="tl-images">{text('list')}</h2>
      <ResourceTable<SiteImage>
        label={text('list')}
        rows={rowsOf(query)}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        columns={useColumns()}
        acts={useActs()}
        actsTitle={text('column.acts')}
        empty={{ text: text('empty') }}
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

/** Downloads an image. The shell announces a refusal. */
async function download({ id }: SiteImage): Promise<void> {
  const reply = await call(downloadSiteImage, { body: { image: id } }).catch(() => undefined);
  if (reply) saveFrom(serverAddress(reply.url), '');
}

function useRemove(): (image: SiteImage) => Promise<void> {
  const text = useText(imageTexts);
  const confirm = useConfirm();
  const { message } = useFeedback();
  const [remove] = imagesApi.useRemoveSiteImageMutation();
  return async ({ id, name }) => {
    const question = {
      title: text('remove.title', { name }),
      body: text('remove.body'),
      confirm: text('remove'),
    };
    if (!(await confirm.danger(question))) return;
    const { error } = await remove({ body: { image: id } });
    if (error === undefined) message.success(text('remove.done'));
  };
}

function useActs(): readonly RowAct<SiteImage>[] {
  const text = useText(imageTexts);
  const blocked = useBlocked();
  const show = useDialog();
  const remove = useRemove();
  return [
    {
      key: 'deploy',
      label: text('deploy'),
      reason: () => blocked(text('deploy')),
      run: (image) => show((gone) => <DeployDialog image={image} onGone={gone} />),
    },
    { key: 'download', label: text('download'), run: download },
    {
      key: 'edit',
      label: text('edit'),
      run: (image) => show((gone) => <EditDialog image={image} onGone={gone} />),
    },
    { key: 'remove', label: text('remove'), danger: true, run: remove },
  ];
}

function Facts({ image }: { readonly image: SiteImage }) {
  const text = useText(imageTexts);
  const format = useLocaleFormat();
  const { entries, missed, databaseBytes } = image;
  const facts = [
    text('entries', { count: entries, entries: format.number(entries) }),
    ...(missed > 0 ? [text('missed', { count: missed, missed: format.number(missed) })] : []),
  ];
  return (
    <>
      {text(databaseBytes === null ? 'holds.files' : 'holds.all')}
      <div className="sd-secondary sd-small">{facts.join(DOT)}</div>
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
    { key: 'holds', title: text('column.holds'), card: 'fact', render: (image) => <Facts image={image} /> },
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
