import { statfs } from 'node:fs/promises';
import {
  APP_TABLES_MAX,
  CHANGED_FILES_MAX,
  OVERWRITTEN_MAX,
  type AppCheck,
  type HostCode,
} from '@sitedeck/contract';
import { readHost } from '#sites/live-hosts';
import type { HostFacts } from '#sites/host-scope';
import { Refusal } from '#faults/refusal';
import { peekAppPackage } from '#system/apps/read-package';
import type { RpcHandlers } from '#system/rpc/rpc';
import { appsOf, findApp, readAppFiles } from '../app-store';
import { refreshCatalogue } from '../catalogue-store';
import type { appsProtocol } from '../protocol';
import { examine } from './examine-app';
import { changedFiles, isOccupied, measureFolder, missingOf, presentFiles } from './host-facts';
import type { AppTools } from './tools';

type Handlers = RpcHandlers<typeof appsProtocol>;
type Request = Parameters<Handlers['inspectApp']>[0];
type InstallRequest = Extract<Request, { readonly act: 'install' }>;
type InstallCheck = Extract<AppCheck, { readonly act: 'install' }>;

async function databaseFor(
  { databases }: AppTools,
  { hostCode, prefix }: InstallRequest,
): Promise<InstallCheck['database']> {
  if (prefix === null) return 'not-needed';
  if (!databases || !(await databases.has(hostCode))) return 'missing';
  return (await databases.tablesWith(hostCode, prefix)).length > 0 ? 'prefix-taken' : 'ready';
}

async function folderFor(
  tools: AppTools,
  host: HostFacts,
  { folder }: InstallRequest,
): Promise<InstallCheck['folder']> {
  const apps = await appsOf(tools.db, host.code);
  if (apps.some((app) => app.folder === folder)) return 'app';
  return (await isOccupied(tools, host, folder)) ? 'occupied' : 'free';
}

/** Bytes that the plan and the disk still take. */
async function freeBytes({ files, rootOf }: AppTools, host: HostFacts): Promise<number> {
  const { bavail, bsize } = await statfs(rootOf(host.code));
  if (host.disk_quota === null) return bavail * bsize;
  const target = { hostCode: host.code, uid: host.uid, quotaBytes: host.disk_quota };
  const { bytes } = await files.call('measure', target);
  return Math.max(0, Math.min(bavail * bsize, host.disk_quota - bytes));
}

/** Time limit of reading the beginning of a package, ms. */
const PEEK_MS = 10_000;

/** Files of the host that the app would replace. They are only for a warning, so the check does not fail without them. */
async function overwrittenIn(
  tools: AppTools,
  host: HostFacts,
  { folder, file }: InstallRequest,
): Promise<InstallCheck['overwritten']> {
  const bytes = tools.source.open(file, AbortSignal.timeout(PEEK_MS));
  const content = await peekAppPackage(bytes, await tools.trusted()).catch(() => undefined);
  if (!content) return null;
  const paths = await presentFiles(tools, host, { folder, paths: Object.keys(content.files) });
  return { count: paths.length, first: paths.slice(0, OVERWRITTEN_MAX) };
}

async function inspectInstall(
  tools: AppTools,
  host: HostFacts,
  request: InstallRequest,
): Promise<InstallCheck> {
  const [missing, database, folder, free] = await Promise.all([
    missingOf(tools, host, request.requires),
    databaseFor(tools, request),
    folderFor(tools, host, request),
    freeBytes(tools, host),
  ]);
  const overwritten = folder === 'occupied' ? await overwrittenIn(tools, host, request) : null;
  const room = { needed: request.bytes, free };
  return { act: 'install', missing, database, folder, overwritten, room };
}

async function inspect(tools: AppTools, host: HostFacts, request: Request): Promise<AppCheck> {
  if (request.act === 'install') return inspectInstall(tools, host, request);
  const { folder, prefix } = await findApp(tools.db, host.code, { id: request.installed });
  if (request.act === 'update') {
    const files = await readAppFiles(tools.db, request.installed);
    const changed = await changedFiles(tools, host, { folder, files });
    const missing = await missingOf(tools, host, request.requires);
    return {
      ...{ act: 'update', missing, changedCount: changed.length },
      changed: changed.slice(0, CHANGED_FILES_MAX),
    };
  }
  const tables = prefix === null ? [] : await tools.databases?.tablesWith(host.code, prefix);
  return {
    ...{ act: 'uninstall', ...(await measureFolder(tools, host, folder)) },
    tables: (tables ?? []).slice(0, APP_TABLES_MAX),
  };
}

/** Answers the API's requests about apps. */
export function appsWorkerHandlers(
  tools: AppTools,
  { place, now }: { readonly place: string; readonly now: () => number },
): Handlers {
  const { db, source, trusted } = tools;
  const hostOf = async (hostCode: HostCode): Promise<HostFacts> => {
    const host = await readHost(db, hostCode);
    if (!host) throw new Refusal('host-gone');
    return host;
  };
  return {
    refreshCatalogue: async () => {
      await refreshCatalogue(db, { place, source, trusted }, now());
      return {};
    },
    inspectApp: async (request) => inspect(tools, await hostOf(request.hostCode), request),
    examineApp: async ({ hostCode, installed }) => {
      const host = await hostOf(hostCode);
      return { checks: await examine(tools, host, await findApp(db, hostCode, { id: installed })) };
    },
  };
}
