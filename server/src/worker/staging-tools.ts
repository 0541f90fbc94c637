import { join } from 'node:path';
import { SitePath } from '@sitedeck/contract';
import { findPassword, replacePassword } from '#features/database/worker/password-files';
import { stagingTables } from '#features/database/worker/staging-tables';
import type { StagingTools } from '#features/staging/worker/tools';
import type { FileService } from '#files/link/protocol';
import { checkOwn } from '#sites/config/save-site-config';
import type { HostCode } from '@sitedeck/contract';
import { makeMutexPerKey, type MutexPerKey } from '#system/concurrency/mutex';
import { hostIdentity } from '#system/process/identity';
import { backupPaths } from '#system/restic/backup-paths';
import { previewUrl } from '#system/settings/host-addresses';
import { hostRoot } from '#system/settings/paths';
import type { WorkerNode } from './open-node';

/** Removals of a host's copy exclude each other, whatever started them. */
const removals: MutexPerKey<HostCode> = makeMutexPerKey();

/** Finds and replaces the password of a database in files, through the host's own file process. */
export const passwordFiles = (files: FileService): StagingTools['passwords'] => ({
  find: async (host, { text: previous, signal }) =>
    (await findPassword(files, host, { previous, signal })).files.map(({ path }) => path),
  replace: async (host, { previous, password, paths }) => {
    const update = { previous, password, paths: paths.map((path) => SitePath.parse(path)) };
    return (await replacePassword(files, host, update)).failed.map(({ path }) => path);
  },
});

/** What staging copies need of the node. */
export function stagingTools(node: WorkerNode): StagingTools {
  const { started, databases, nodeHosts, files, ftp, jobs } = node;
  const { places, settings, isolation } = started;
  return {
    ...{ db: node.db, node: settings.NODE_NAME, files, replacer: node.backups.replacer, removals },
    ...{ scratch: backupPaths(places).restores, views: join(places.run, 'stagings') },
    rootOf: (hostCode) => hostRoot(places, hostCode),
    ownerOf: ({ uid }) => (isolation.is === 'separate' ? hostIdentity(isolation, uid) : undefined),
    databases: databases.isInstalled ? stagingTables(databases) : undefined,
    passwords: passwordFiles(files),
    addressesOf: ({ code, domains }) => [
      new URL(previewUrl(settings, code)).host,
      ...domains.filter((name) => !name.includes('*')),
    ],
    addressOf: ({ code }) => previewUrl(settings, code),
    applySites: async (hostCode) => checkOwn(hostCode, await nodeHosts.applySites()),
    showFolder: async (hostCode) => {
      // With uids, programs see the complete tree; without, each folder of it that existed when they started.
      if (isolation.is === 'separate') return;
      await files.call('removeChild', { hostCode });
      await ftp.endOf(hostCode);
      await jobs?.endHost(hostCode);
      await nodeHosts.restartSite(hostCode).catch(() => undefined);
    },
  };
}
