import { dirname, join } from 'node:path';
import { APP_LIMITS, type AppTools } from '#features/apps/worker/tools';
import { siteReplacer } from '#features/backup/worker/restore/replace-site';
import type { BackupTools } from '#features/backup/worker/tools';
import type { NodeDatabases } from '#features/database/worker/node-databases';
import { prefixedTables } from '#features/database/worker/prefixed-tables';
import { makeSiteSettings } from '#sites/config/save-site-config';
import type { CageMachine } from '#sites/worker/caged-command';
import { catalogueSource } from '#system/apps/catalogue-source';
import { findCages } from '#system/cage/find-cages';
import type { DatabaseServer } from '#system/mariadb/connection/server';
import { writeCliIni } from '#system/php/cli-ini';
import { findPhp } from '#system/php/engine';
import { findProgram } from '#system/process/exec';
import { isolationHere } from '#system/process/identity';
import type { PublicKeyText } from '#system/site-image/signing-key';

/** What the tools of apps need besides those of backups; it can be passed to another process. */
export interface AppToolParts {
  /** Gets the packages and what programs of PHP read. */
  readonly scratch: string;
  readonly catalogue: string;
  readonly publicKey: PublicKeyText;
  readonly server: DatabaseServer;
  readonly sitesPort: number;
}

const done = (): Promise<void> => Promise.resolve();

/** Runs PHP in cages, with the database as `localhost`; undefined where there are none. */
async function cagesOver({ scratch, server }: AppToolParts): Promise<CageMachine | undefined> {
  const [cages, prlimit] = await Promise.all([findCages(isolationHere()), findProgram('prlimit')]);
  if (cages.is === 'off' || prlimit === undefined) return undefined;
  const { address } = server;
  if (address.is !== 'socket') throw new Error('The database has a socket');
  const report = join(scratch, 'php-report');
  return {
    ...{ cages: cages.engine, prlimit, isolation: isolationHere(), shares: undefined },
    env: await writeCliIni(report, { databaseSocket: address.path, sendmail: undefined }),
    readable: [report, dirname(address.path)],
    isFull: () => Promise.resolve(false),
    mailFolderOf: () => Promise.resolve(report),
  };
}

/** What a worker needs of the machine for apps; found once. */
export async function appMachine(parts: AppToolParts): Promise<Pick<AppTools, 'cages' | 'php'>> {
  return { cages: await cagesOver(parts), php: (await findPhp())?.cli };
}

interface MoreParts extends AppToolParts {
  readonly machine: Pick<AppTools, 'cages' | 'php'>;
  readonly databases: NodeDatabases | undefined;
}

export function appToolsOver(backup: BackupTools, parts: MoreParts): AppTools {
  const { db, files, rootOf } = backup;
  const { scratch, catalogue, publicKey, machine, databases, sitesPort } = parts;
  return {
    ...{ db, files, rootOf, ...machine, packages: join(scratch, 'packages') },
    limits: APP_LIMITS,
    source: catalogueSource(catalogue),
    trusted: () => Promise.resolve([publicKey]),
    databases: databases && prefixedTables(databases),
    databaseHost: 'localhost',
    replacer: siteReplacer(backup),
    settings: makeSiteSettings({ db, work: { checkSite: done, applySites: done } }),
    sites: { host: '127.0.0.1', port: sitesPort, tlsPort: sitesPort },
    addressOf: ({ code }) => `http://${code}.localhost:${sitesPort}`,
  };
}
