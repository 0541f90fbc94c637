import { CheckCircleOutlined, ExclamationCircleOutlined, ExportOutlined } from '@ant-design/icons';
import type { CatalogueApp, InstalledApp } from '@sitedeck/contract';
import { Button, LockedTip, Tag, useBlocked, useDialog, useText, useTranslator } from '@sitedeck/ui/core';
import { appTexts } from './app-texts';
import { AppIcon } from './AppIcon';
import { DetailsDialog } from './DetailsDialog';
import { InstallDialog } from './InstallDialog';
import { UpdateDialog } from './UpdateDialog';

interface Props {
  readonly app: CatalogueApp;
  /** In the language of the page. */
  readonly name: string;
  /** All apps of this host. */
  readonly installed: readonly InstalledApp[];
  readonly onInstalled: () => void;
  readonly openFolder: ((path: string) => void) | undefined;
}

/** An app of the catalogue: what it is, whether this host has it, and what can be done now. */
export function AppCard(props: Props) {
  const { app, name, installed } = props;
  const text = useText(appTexts);
  const locale = useTranslator().locale;
  const show = useDialog();
  const own = installed.filter((one) => one.app === app.app);
  return (
    <li className="ap-card sd-card">
      <div className="ap-card-head">
        <AppIcon app={app.app} name={name} />
        <div className="ap-card-name">
          <h2>{name}</h2>
          <p className="sd-hint sd-small">{text('version', { version: app.version })}</p>
        </div>
        <StateTag own={own} />
      </div>
      <p className="ap-card-summary sd-secondary">{app.summary[locale]}</p>
      <div className="ap-card-acts">
        {own.length === 0 ? <InstallButton {...props} /> : <OwnActs {...props} own={own} />}
        <button
          type="button"
          className="sd-link-button"
          aria-label={text('details.of', { name })}
          onClick={() => show((gone) => <DetailsDialog app={app} installed={installed} onGone={gone} />)}
        >
          {text('details')}
        </button>
      </div>
    </li>
  );
}

function StateTag({ own }: { readonly own: readonly InstalledApp[] }) {
  const text = useText(appTexts);
  if (own.length === 0) return null;
  if (own.some(({ update }) => update !== null))
    return (
      <Tag tone="warning" icon={<ExclamationCircleOutlined aria-hidden />}>
        {text('tag.update')}
      </Tag>
    );
  return (
    <Tag tone="success" icon={<CheckCircleOutlined aria-hidden />}>
      {text('tag.installed')}
    </Tag>
  );
}

function InstallButton({ app, name, installed }: Props) {
  const text = useText(appTexts);
  const show = useDialog();
  const reason = useBlocked()(text('install'));
  const open = () => show((gone) => <InstallDialog app={app} installed={installed} onGone={gone} />);
  return (
    <LockedTip reason={reason}>
      <Button
        size="small"
        aria-label={text('install.of', { name })}
        onClick={() => reason === undefined && open()}
      >
        {text('install')}
      </Button>
    </LockedTip>
  );
}

/** Acts of an app that this host has, once or several times. */
function OwnActs({ name, own, onInstalled, openFolder }: Props & { readonly own: readonly InstalledApp[] }) {
  const text = useText(appTexts);
  const show = useDialog();
  const blocked = useBlocked();
  const [first] = own;
  if (!first || own.length > 1)
    return (
      <Button size="small" onClick={onInstalled}>
        {text('several', { n: own.length })}
      </Button>
    );
  const update = text('update.to', { version: first.update ?? '' });
  return (
    <>
      {first.update !== null && (
        <LockedTip reason={blocked(update)}>
          <Button
            size="small"
            aria-label={text('update.of', { name, version: first.update })}
            onClick={() => show((gone) => <UpdateDialog app={first} onGone={gone} />)}
          >
            {update}
          </Button>
        </LockedTip>
      )}
      {first.update === null && openFolder && (
        <Button
          size="small"
          aria-label={text('folder.of', { name })}
          onClick={() => openFolder(first.folder)}
        >
          {text('folder.open')}
        </Button>
      )}
      <Button
        size="small"
        href={first.address}
        target="_blank"
        rel="noreferrer"
        aria-label={text('visit.of', { name })}
        icon={<ExportOutlined aria-hidden />}
        iconPlacement="end"
      >
        {text('visit')}
      </Button>
    </>
  );
}
