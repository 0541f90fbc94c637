import type { CatalogueApp, InstalledApp } from '@sitedeck/contract';
import {
  Button,
  DOT,
  LockedTip,
  useBlocked,
  useDialog,
  useLocaleFormat,
  useText,
  useTranslator,
} from '@sitedeck/ui/core';
import { NoticeDialog } from '@sitedeck/ui/notice-dialog';
import { appTexts } from './app-texts';
import { Facts } from '../frame/Facts';
import { InstallDialog } from './InstallDialog';

interface Props {
  readonly app: CatalogueApp;
  readonly installed: readonly InstalledApp[];
  readonly onGone: () => void;
}

/** What an app is and needs, and where this host has it. */
export function DetailsDialog({ app, installed, onGone }: Props) {
  const text = useText(appTexts);
  const locale = useTranslator().locale;
  const facts = useFacts(app, installed);
  return (
    <NoticeDialog title={app.name[locale]} onGone={onGone}>
      <div className="tl-form ap-dialog">
        <p>{app.summary[locale]}</p>
        <Facts facts={facts} />
        {app.homepage !== undefined && (
          <p>
            <a href={app.homepage} target="_blank" rel="noreferrer">
              {text('details.homepage')}
            </a>
          </p>
        )}
        <InstallAgain app={app} installed={installed} />
      </div>
    </NoticeDialog>
  );
}

function useFacts(
  { app, version, category, license, requires, files, bytes }: CatalogueApp,
  installed: readonly InstalledApp[],
) {
  const text = useText(appTexts);
  const format = useLocaleFormat();
  const folders = installed.filter((one) => one.app === app).map((one) => `${one.folder} (${one.version})`);
  return [
    { name: text('details.version'), value: version },
    { name: text('category'), value: text(`category.${category}`) },
    { name: text('details.license'), value: license },
    {
      name: text('details.size'),
      value: text('details.files', { count: files, files: format.number(files) }) + DOT + format.bytes(bytes),
    },
    { name: text('details.php'), value: text('details.phpFrom', { version: requires.php }) },
    ...(requires.extensions.length === 0
      ? []
      : [{ name: text('details.extensions'), value: format.list(requires.extensions) }]),
    {
      name: text('details.database'),
      value: text(requires.database ? 'details.needed' : 'details.notNeeded'),
    },
    ...(folders.length === 0 ? [] : [{ name: text('details.installed'), value: folders.join(DOT) }]),
  ];
}

/** Another copy of an app that this host has already; the card offers the first one. */
function InstallAgain({ app, installed }: Omit<Props, 'onGone'>) {
  const text = useText(appTexts);
  const show = useDialog();
  const reason = useBlocked()(text('install.again'));
  if (!installed.some((one) => one.app === app.app)) return null;
  const open = () => show((gone) => <InstallDialog app={app} installed={installed} onGone={gone} />);
  return (
    <div>
      <LockedTip reason={reason}>
        <Button onClick={() => reason === undefined && open()}>{text('install.again')}</Button>
      </LockedTip>
    </div>
  );
}
