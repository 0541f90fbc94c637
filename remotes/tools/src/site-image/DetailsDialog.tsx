import type { SiteImage } from '@sitedeck/contract';
import { formatTime } from '@sitedeck/sdk';
import { DOT, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { NoticeDialog } from '@sitedeck/ui/notice-dialog';
import { imageTexts } from './image-texts';
import { SettingChanges } from './SettingChanges';
import { useContents } from './use-contents';

interface Props {
  readonly image: SiteImage;
  readonly onGone: () => void;
}

const ENGINES: Readonly<Record<string, string>> = { php: 'PHP', mariadb: 'MariaDB' };

/** Shows what an image holds, and how its settings differ from those of this host. */
export function DetailsDialog({ image, onGone }: Props) {
  const text = useText(imageTexts);
  const format = useLocaleFormat();
  const contents = useContents();
  const { name, site, madeAt, size, filesBytes, databaseBytes, engines, note } = image;
  const versions = Object.entries(engines).map(
    ([engine, version]) => `${ENGINES[engine] ?? engine} ${version}`,
  );
  const facts = [
    { name: text('details.site'), value: site },
    { name: text('details.madeAt'), value: formatTime(madeAt) },
    { name: text('details.files'), value: [...contents(image), format.bytes(filesBytes)].join(DOT) },
    {
      name: text('details.database'),
      value: databaseBytes === null ? text('details.noDatabase') : format.bytes(databaseBytes),
    },
    { name: text('details.engines'), value: versions.join(DOT) },
    { name: text('details.size'), value: format.bytes(size) },
    ...(note === '' ? [] : [{ name: text('note.short'), value: note }]),
  ];
  return (
    <NoticeDialog title={name} onGone={onGone}>
      <div className="tl-form tl-dialog">
        <dl className="tl-facts">
          {facts.map((fact) => (
            <div key={fact.name}>
              <dt>{fact.name}</dt>
              <dd>{fact.value}</dd>
            </div>
          ))}
        </dl>
        <SettingChanges image={image} />
      </div>
    </NoticeDialog>
  );
}
