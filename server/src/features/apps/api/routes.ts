import {
  faultMessage,
  type BackupKind,
  type CatalogueApp,
  type CatalogueState,
  type consoleCalls,
  type HostCode,
  type InstalledApp,
  type Locale,
} from '@sitedeck/contract';
import type { Handlers } from '#api/calls/handlers';
import { Refusal } from '#faults/refusal';
import type { Enqueue } from '#queue/enqueue';
import type { Db } from '#state/db';
import type { IndexedApp } from '#system/apps/catalogue-index';
import type { RpcClient } from '#system/rpc/rpc';
import { addressPath } from '../address-path';
import { appsOf, findApp, type StoredApp } from '../app-store';
import { entryOf, storedCatalogue, type StoredCatalogue } from '../catalogue-store';
import { readUndo } from '../undo-store';
import type { appsProtocol } from '../protocol';
import { installTask, uninstallTask, updateTask } from '../tasks';

export interface AppParts {
  readonly db: Db;
  readonly enqueue: Enqueue;
  /** The worker, which reads catalogues and looks at hosts. */
  readonly appWorker: Pick<RpcClient<typeof appsProtocol>, 'call'>;
  readonly catalogue: {
    /** A folder or an address. */
    readonly place: string;
    /** Whether the operator has named it; in the default folder there may be none. */
    readonly isNamed: boolean;
  };
  /** URL of a host's site that works without a domain. */
  readonly testUrl: (hostCode: HostCode) => string;
  readonly now: () => number;
}

export type AppCalls = Pick<
  typeof consoleCalls,
  | 'listCatalogue'
  | 'listInstalledApps'
  | 'checkApp'
  | 'examineApp'
  | 'installApp'
  | 'updateApp'
  | 'uninstallApp'
  | 'undoAppChange'
>;

/** A catalogue that was read longer ago is read again on the next request, ms. */
const FRESH_MS = 3600_000;
/** The same after a failure: the first catalogue is built while the server runs already. */
const RETRY_MS = 30_000;

async function catalogueOf(parts: AppParts, fresh = false): Promise<StoredCatalogue> {
  const { db, appWorker, now } = parts;
  const { place } = parts.catalogue;
  const stored = await storedCatalogue(db, place);
  const age = now() - (stored.readAt?.getTime() ?? 0);
  if (!fresh && age < (stored.failure ? RETRY_MS : FRESH_MS)) return stored;
  await appWorker.call('refreshCatalogue', {});
  return storedCatalogue(db, place);
}

function stateOf(
  { index, readAt, failure }: StoredCatalogue,
  { locale, isNamed }: { readonly locale: Locale; readonly isNamed: boolean },
): CatalogueState {
  if (!isNamed && !index && failure?.reason === 'catalogue-missing')
    return { is: 'none', issuedAt: null, readAt: null, failure: null };
  return {
    is: failure ? 'failed' : 'ready',
    issuedAt: index?.issuedAt ?? null,
    readAt: readAt?.toISOString() ?? null,
    failure: failure ? faultMessage(failure.reason, locale, failure.values) : null,
  };
}

const shown = ({ package: _, ...entry }: IndexedApp): CatalogueApp => entry;

function installedReply(
  app: StoredApp,
  { catalogue, address }: { readonly catalogue: StoredCatalogue; readonly address: string },
): InstalledApp {
  const { id, entry, folder, prefix, installed_at } = app;
  const url = `${address}${addressPath(folder)}`;
  const latest = catalogue.index?.apps.find((one) => one.app === entry.app)?.version;
  return {
    ...{ id, app: entry.app, version: entry.version, name: entry.name, folder, address: url, prefix },
    signIn: entry.signIn === undefined ? null : `${url}${entry.signIn}`,
    installedAt: installed_at.toISOString(),
    update: latest === undefined || latest === entry.version ? null : latest,
  };
}

const named = ({ name, version, bytes }: IndexedApp) => ({
  appName: `${name['en-US']} ${version}`,
  size: bytes,
});

const partsFor = ({ prefix }: StoredApp): BackupKind => (prefix === null ? 'site' : 'both');

type TaskCalls = Pick<AppCalls, 'installApp' | 'updateApp' | 'uninstallApp' | 'undoAppChange'>;

/** Refuses what the owner did not say although the app asks for it. */
function refuseUnanswered({ asks, prefix }: IndexedApp, body: Record<string, unknown>): void {
  const lacking = asks.find((question) => body[question] === undefined);
  if (lacking) throw new Refusal('bad-input', { field: lacking, values: { field: lacking } });
  if ((prefix === undefined) !== (body['prefix'] === null))
    throw new Refusal('bad-input', { field: 'prefix', values: { field: 'prefix' } });
}

function taskHandlers(parts: AppParts): Handlers<TaskCalls> {
  const { db, enqueue } = parts;
  return {
    installApp: async ({ body }, { scope: { hostCode, operator }, note }) => {
      const { app, version, folder, admin, ...answers } = body;
      const entry = entryOf(await catalogueOf(parts), app, version);
      refuseUnanswered(entry, body);
      const apps = await appsOf(db, hostCode);
      if (apps.some((one) => one.folder === folder)) throw new Refusal('app-folder-taken');
      const payload = {
        ...named(entry),
        ...answers,
        targetPath: folder,
        entry,
        hidden: { ...(admin && { admin }) },
      };
      note(folder, { app, version });
      const { id } = await enqueue(installTask, { hostCode, operator, payload });
      return { taskId: id };
    },
    updateApp: async ({ body: { id, version } }, { scope: { hostCode, operator }, note }) => {
      const app = await findApp(db, hostCode, { id });
      const entry = entryOf(await catalogueOf(parts), app.entry.app, version);
      note(app.folder, { app: entry.app, before: { version: app.entry.version }, after: { version } });
      const payload = {
        ...{ ...named(entry), targetPath: app.folder, entry },
        ...{ parts: partsFor(app), installed: id },
      } as const;
      const task = await enqueue(updateTask, { hostCode, operator, payload });
      return { taskId: task.id };
    },
    uninstallApp: async ({ body: { id } }, { scope: { hostCode, operator }, note }) => {
      const app = await findApp(db, hostCode, { id });
      note(app.folder, { app: app.entry.app, version: app.entry.version });
      const payload = {
        ...{ ...named(app.entry), targetPath: app.folder },
        ...{ parts: partsFor(app), installed: id },
      } as const;
      const task = await enqueue(uninstallTask, { hostCode, operator, payload });
      return { taskId: task.id };
    },
    undoAppChange: async ({ body: { taskId } }, { scope: { hostCode, operator }, note }) => {
      const undone = await readUndo(db, { hostCode, taskId, now: parts.now() });
      if (!undone) throw new Refusal('app-undo-over');
      note(undone.targetPath, { task: taskId });
      const payload = { ...undone, undoes: taskId };
      const task = await enqueue(updateTask, { hostCode, operator, payload });
      return { taskId: task.id };
    },
  };
}

/** Answers the console's calls about apps. */
export function appHandlers(parts: AppParts): Handlers<AppCalls> {
  const { db, appWorker, testUrl } = parts;
  return {
    ...taskHandlers(parts),
    listCatalogue: async ({ query }, { locale }) => {
      const catalogue = await catalogueOf(parts, query.fresh !== undefined);
      const { isNamed } = parts.catalogue;
      return {
        state: stateOf(catalogue, { locale, isNamed }),
        apps: (catalogue.index?.apps ?? []).map(shown),
      };
    },
    listInstalledApps: async (_request, { scope: { hostCode } }) => {
      const [catalogue, apps] = await Promise.all([catalogueOf(parts), appsOf(db, hostCode)]);
      const address = testUrl(hostCode).replace(/\/$/, '');
      return { apps: apps.map((app) => installedReply(app, { catalogue, address })) };
    },
    examineApp: ({ body }, { scope: { hostCode } }) =>
      appWorker.call('examineApp', { hostCode, installed: body.id }),
    checkApp: async ({ body }, { scope: { hostCode } }) => {
      if (body.act === 'uninstall')
        return appWorker.call('inspectApp', { hostCode, act: 'uninstall', installed: body.id });
      const catalogue = await catalogueOf(parts);
      if (body.act === 'update') {
        const { entry } = await findApp(db, hostCode, { id: body.id });
        const { requires } = entryOf(catalogue, entry.app);
        return appWorker.call('inspectApp', { hostCode, act: 'update', installed: body.id, requires });
      }
      const {
        requires,
        bytes,
        package: { file },
      } = entryOf(catalogue, body.app);
      const { folder, prefix } = body;
      return appWorker.call('inspectApp', {
        hostCode,
        act: 'install',
        requires,
        bytes,
        file,
        folder,
        prefix,
      });
    },
  };
}
