import type { CatalogueApp } from '@sitedeck/contract';
import { useLocaleFormat, useText } from '@sitedeck/ui/core';
import { appTexts } from './app-texts';

interface Props {
  readonly app: CatalogueApp;
  readonly folder: string;
  readonly prefix: string;
}

/** What the installation changes: directory, database, settings. */
export function InstallChanges({ app, folder, prefix }: Props) {
  const text = useText(appTexts);
  const format = useLocaleFormat();
  const files = format.number(app.files);
  const lines = [
    text('changes.folder', { count: app.files, files, folder, bytes: format.bytes(app.bytes) }),
    ...(app.prefix === undefined ? [] : [text('changes.database', { prefix })]),
    text('changes.settings'),
  ];
  return (
    <section>
      <h3>{text('changes')}</h3>
      <ul className="ap-changes sd-secondary">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}
