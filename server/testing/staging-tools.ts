import { dirname, join } from 'node:path';
import type { HostCode } from '@sitedeck/contract';
import { siteReplacer } from '#features/backup/worker/restore/replace-site';
import { ownerOf, type BackupTools } from '#features/backup/worker/tools';
import type { NodeDatabases } from '#features/database/worker/node-databases';
import { stagingTables } from '#features/database/worker/staging-tables';
import type { StagingTools } from '#features/staging/worker/tools';
import { makeMutexPerKey } from '#system/concurrency/mutex';
import { passwordFiles } from '#worker/staging-tools';

interface MoreParts {
  readonly databases: NodeDatabases | undefined;
  /** Port of the sites. */
  readonly port: number;
  readonly applySites: (hostCode: HostCode) => Promise<void>;
}

/** The tools of staging copies over those of backups. */
export function stagingToolsOver(tools: BackupTools, more: MoreParts): StagingTools {
  const { databases, port, applySites } = more;
  const { db, files, rootOf, paths } = tools;
  return {
    ...{ db, node: 'local', files, rootOf, applySites, replacer: siteReplacer(tools) },
    ...{ scratch: paths.restores, views: join(dirname(paths.restores), 'staging-views') },
    ownerOf: (host) => ownerOf(tools, host),
    databases: databases && stagingTables(databases),
    passwords: passwordFiles(files),
    addressesOf: ({ code, domains }) => [`${code}.localhost:${port}`, ...domains],
    addressOf: ({ code }) => `http://${code}.localhost:${port}`,
    showFolder: () => Promise.resolve(),
    removals: makeMutexPerKey(),
  };
}
