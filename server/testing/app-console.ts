import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { consoleCalls } from '@sitedeck/contract';
import { appHandlers } from '#features/apps/api/routes';
import { appsProtocol } from '#features/apps/protocol';
import { appsWorkerHandlers } from '#features/apps/worker/answers';
import { appTasks } from '#features/apps/worker/tasks';
import type { AppTools } from '#features/apps/worker/tools';
import { NodeDatabases } from '#features/database/worker/node-databases';
import { connectRpc } from '#system/rpc/rpc-client';
import { serveRpc } from '#system/rpc/rpc-server';
import { openSigningKey, type SigningKey } from '#system/site-image/signing-key';
import { appMachine, appToolsOver, type AppToolParts } from './app-tools';
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
  /** For a worker in another process. */
  readonly parts: AppToolParts;
  close(): Promise<void>;
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
  const { server } = mariadb;
  const parts = { scratch, catalogue, publicKey: key.publicKey, server, sitesPort };
  const machine = await appMachine(parts);
  const socket = join(scratch, 'worker.sock');
  const worker = connectRpc(appsProtocol, socket);
  const log = pino({ level: 'silent' });
  let databases: NodeDatabases | undefined;
  let tools: AppTools | undefined;
  const console = await makeBackupConsole({
    databases: (db) =>
      (databases = new NodeDatabases({ db, node: 'local', log, now: Date.now, server: mariadb.server })),
    feature: (backup, enqueue) => {
      tools = appToolsOver(backup, { ...parts, machine, databases });
      const { db } = backup;
      const named = { place: catalogue, isNamed: namesCatalogue };
      const api = { db, enqueue, appWorker: worker, catalogue: named, now: Date.now };
      const testUrl = (code: string) => `http://${code}.localhost:${sitesPort}/`;
      return { calls: appCalls, handlers: appHandlers({ ...api, testUrl }), tasks: appTasks(tools) };
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
  return { console, mariadb, databases, tools, catalogue, key, sitesPort, parts, close };
}
