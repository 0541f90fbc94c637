import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pino } from 'pino';
import { consoleCalls } from '@sitedeck/contract';
import { appHandlers } from '#features/apps/api/routes';
import { appsProtocol } from '#features/apps/protocol';
import { appsWorkerHandlers } from '#features/apps/worker/answers';
import { appTasks } from '#features/apps/worker/tasks';
import type { AppTools } from '#features/apps/worker/tools';
import { siteReplacer } from '#features/backup/worker/restore/replace-site';
import { NodeDatabases } from '#features/database/worker/node-databases';
import { prefixedTables } from '#features/database/worker/prefixed-tables';
import { makeSiteSettings } from '#sites/config/save-site-config';
import { catalogueSource } from '#system/apps/catalogue-source';
import { findCages } from '#system/cage/find-cages';
import { writeCliIni } from '#system/php/cli-ini';
import { findPhp } from '#system/php/engine';
import { findProgram } from '#system/process/exec';
import { isolationHere } from '#system/process/identity';
import { connectRpc } from '#system/rpc/rpc-client';
import { serveRpc } from '#system/rpc/rpc-server';
import { openSigningKey, type SigningKey } from '#system/site-image/signing-key';
import { makeBackupConsole, type BackupConsole } from './backup-console';
import { freePort } from './free-port';
import { TestMariadb } from './mariadb';

const appCalls = Object.fromEntries(
  Object.entries(consoleCalls).filter(([, call]) => call.path.startsWith('/api/apps/')),
);

export interface AppConsole {
  readonly console: BackupConsole;
  readonly mariadb: TestMariadb;
  readonly databases: NodeDatabases;
  readonly tools: AppTools;
  /** Folder of the catalogue; a test issues it. */
  readonly catalogue: string;
  readonly key: SigningKey;
  /** Where the sites would be; a test listens there. */
  readonly sitesPort: number;
  close(): Promise<void>;
}

const done = (): Promise<void> => Promise.resolve();

/** Runs PHP in cages, with the database as `localhost`. */
async function cagesOver(scratch: string, mariadb: TestMariadb) {
  const [cages, prlimit] = await Promise.all([findCages(isolationHere()), findProgram('prlimit')]);
  if (cages.is === 'off' || prlimit === undefined) throw new Error('No cages here');
  const { address } = mariadb.server;
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

/** The calls about apps, from HTTP down to disk, database and setup programs in cages. */
export async function makeAppConsole({
  namesCatalogue = true,
}: { readonly namesCatalogue?: boolean } = {}): Promise<AppConsole> {
  const mariadb = await TestMariadb.make();
  const scratch = await mkdtemp(join(tmpdir(), 'sd-apps-'));
  const catalogue = join(scratch, 'catalogue');
  await mkdir(catalogue);
  const key = await openSigningKey(scratch);
  const sitesPort = await freePort();
  const cages = await cagesOver(scratch, mariadb);
  const php = (await findPhp())?.cli;
  const socket = join(scratch, 'worker.sock');
  const worker = connectRpc(appsProtocol, socket);
  const log = pino({ level: 'silent' });
  let databases: NodeDatabases | undefined;
  let tools: AppTools | undefined;
  const console = await makeBackupConsole({
    databases: (db) =>
      (databases = new NodeDatabases({ db, node: 'local', log, now: Date.now, server: mariadb.server })),
    feature: (backup, enqueue) => {
      const { db, files, rootOf } = backup;
      tools = {
        ...{ db, files, rootOf, cages, php, packages: join(scratch, 'packages') },
        source: catalogueSource(catalogue, () => undefined),
        trusted: () => Promise.resolve([key.publicKey]),
        databases: databases && prefixedTables(databases),
        databaseHost: 'localhost',
        replacer: siteReplacer(backup),
        settings: makeSiteSettings({ db, work: { checkSite: done, applySites: done } }),
        sites: { host: '127.0.0.1', port: sitesPort, tlsPort: sitesPort },
        addressOf: ({ code }) => `http://${code}.localhost:${sitesPort}`,
      };
      const parts = {
        db,
        enqueue,
        appWorker: worker,
        catalogue: { place: catalogue, isNamed: namesCatalogue },
        now: Date.now,
      };
      const testUrl = (code: string) => `http://${code}.localhost:${sitesPort}/`;
      return { calls: appCalls, handlers: appHandlers({ ...parts, testUrl }), tasks: appTasks(tools) };
    },
  });
  if (!tools || !databases) throw new Error('The feature was not made');
  const answers = await serveRpc({
    protocol: appsProtocol,
    handlers: appsWorkerHandlers(tools, { place: catalogue, now: Date.now }),
    socket,
    onBug: (_method, error) => globalThis.console.error(error),
  });
  const close = async () => {
    worker.close();
    await answers.close();
    await console.close();
    await mariadb.close();
    await rm(scratch, { recursive: true, force: true });
  };
  return { console, mariadb, databases, tools, catalogue, key, sitesPort, close };
}
