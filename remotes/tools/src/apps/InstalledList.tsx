import type { InstalledApp } from '@sitedeck/contract';
import { formatTime } from '@sitedeck/sdk';
import { Tag, useBlocked, useDialog, useText, useTranslator } from '@sitedeck/ui/core';
import { ResourceTable, type ResourceColumn, type RowAct } from '@sitedeck/ui/page';
import { refetchApps } from '../apps.api';
import { appTexts } from './app-texts';
import { AppIcon } from './AppIcon';
import { ExamineDialog } from './ExamineDialog';
import { UninstallDialog } from './UninstallDialog';
import { UpdateDialog } from './UpdateDialog';

interface Props {
  readonly apps: readonly InstalledApp[];
  /** All apps of this host. */
  readonly installed: readonly InstalledApp[];
  /** What an empty list means. */
  readonly empty: 'installed' | 'updates';
  readonly openFolder: ((path: string) => void) | undefined;
}

/** The apps of this host, newest first. */
export function InstalledList({ apps, installed, empty, openFolder }: Props) {
  const text = useText(appTexts);
  const locale = useTranslator().locale;
  return (
    <ResourceTable<InstalledApp>
      label={text('tab.installed')}
      rows={{ is: 'ready', rows: apps, total: apps.length }}
      rowKey={({ id }) => id}
      rowName={({ name, folder }) => `${name[locale]} ${folder}`}
      columns={useColumns()}
      acts={useActs({ installed, openFolder })}
      actsTitle={text('column.acts')}
      actsWidth={190}
      empty={{ text: text(`empty.${empty}`) }}
      retry={refetchApps}
    />
  );
}

function useColumns(): readonly ResourceColumn<InstalledApp>[] {
  const text = useText(appTexts);
  return [
    { key: 'name', title: text('column.name'), card: 'name', render: (app) => <Name app={app} /> },
    {
      key: 'folder',
      title: text('column.folder'),
      card: 'fact',
      render: ({ folder }) => <span className="sd-mono tl-break">{folder}</span>,
    },
    {
      key: 'address',
      title: text('column.address'),
      card: 'fact',
      render: ({ address }) => (
        <a className="tl-break" href={address} target="_blank" rel="noreferrer">
          {address}
        </a>
      ),
    },
    {
      key: 'prefix',
      title: text('column.prefix'),
      width: 110,
      render: ({ prefix }) => (prefix === null ? '—' : <span className="sd-mono">{prefix}</span>),
    },
    {
      key: 'time',
      title: text('column.time'),
      width: 170,
      render: ({ installedAt }) => formatTime(installedAt),
    },
  ];
}

function Name({ app: { app, name, version, update } }: { readonly app: InstalledApp }) {
  const text = useText(appTexts);
  const words = name[useTranslator().locale];
  return (
    <span className="ap-name">
      <AppIcon app={app} name={words} />
      <span>
        <span className="tl-break">{words}</span>
        <span className="ap-name-version sd-secondary sd-small">
          {text('version', { version })}
          {update !== null && <Tag tone="warning">{text('tag.updateTo', { version: update })}</Tag>}
        </span>
      </span>
    </span>
  );
}

const openPage = (address: string): void => void open(address, '_blank', 'noopener,noreferrer');

function useActs({ installed, openFolder }: Pick<Props, 'installed' | 'openFolder'>) {
  const text = useText(appTexts);
  const show = useDialog();
  const blocked = useBlocked();
  const acts: readonly RowAct<InstalledApp>[] = [
    {
      key: 'update',
      label: text('update'),
      shown: ({ update }) => update !== null,
      reason: () => blocked(text('update')),
      run: (app) => show((gone) => <UpdateDialog app={app} onGone={gone} />),
    },
    { key: 'visit', label: text('visit'), run: ({ address }) => openPage(address) },
    {
      key: 'signIn',
      label: text('signIn'),
      shown: ({ signIn }) => signIn !== null,
      run: ({ signIn }) => signIn !== null && openPage(signIn),
    },
    {
      key: 'examine',
      label: text('examine'),
      run: (app) => show((gone) => <ExamineDialog app={app} onGone={gone} />),
    },
    {
      key: 'folder',
      label: text('folder.open'),
      shown: () => openFolder !== undefined,
      run: ({ folder }) => openFolder?.(folder),
    },
    {
      key: 'uninstall',
      label: text('uninstall'),
      danger: true,
      reason: () => blocked(text('uninstall')),
      run: (app) => show((gone) => <UninstallDialog app={app} installed={installed} onGone={gone} />),
    },
  ];
  return acts;
}
