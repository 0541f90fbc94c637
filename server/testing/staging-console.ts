import { chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pino } from 'pino';
import { z } from 'zod';
import { consoleCalls, type HostCode } from '@sitedeck/contract';
import { NodeDatabases } from '#features/database/worker/node-databases';
import { stagingHandlers } from '#features/staging/api/routes';
import { stagingProtocol } from '#features/staging/protocol';
import { stagingWorkerHandlers } from '#features/staging/worker/answers';
import { stagingTasks } from '#features/staging/worker/tasks';
import type { StagingTools } from '#features/staging/worker/tools';
import { Refusal } from '#faults/refusal';
import { readNodeSites } from '#sites/worker/node-sites';
import { openConnection, type HostDatabase } from '#system/mariadb/connection/server';
import { connectRpc } from '#system/rpc/rpc-client';
import { serveRpc } from '#system/rpc/rpc-server';
import { makeBackupConsole, type BackupConsole, type BackupHost } from './backup-console';
import { addFastRepository } from './fast-repository';
import { TestMariadb } from './mariadb';
import { TestNode, type SiteReply } from './node-engines';
import { stagingToolsOver } from './staging-tools';

const stagingCalls = Object.fromEntries(
  Object.entries(consoleCalls).filter(([, call]) => call.path.startsWith('/api/siteImage/staging')),
);

/** A host with a served site. */
export interface StagingHost extends BackupHost {
  /** Writes a file of the host, such as `wwwroot/a.php`. */
  put(path: string, content: string): Promise<void>;
  /** The reply to a visitor of the site, or with its password of the staging copy. */
  visit(path: string, staging?: string): Promise<SiteReply>;
  access(): Promise<HostDatabase>;
  /** Values of the rows that a statement returns. */
  sql(statement: string): Promise<readonly unknown[]>;
}

export interface StagingConsole {
  readonly console: BackupConsole;
  readonly mariadb: TestMariadb;
  readonly databases: NodeDatabases;
  readonly node: TestNode;
  readonly tools: StagingTools;
  host(name: string, quotaBytes?: number, fields?: object): Promise<StagingHost>;
  close(): Promise<void>;
}

/** The calls about staging copies, from HTTP down to nginx, PHP, MariaDB and the disk. */
export async function makeStagingConsole(): Promise<StagingConsole> {
  const mariadb = await TestMariadb.make();
  const scratch = await mkdtemp(join(tmpdir(), 'sd-staging-'));
  const socket = join(scratch, 'worker.sock');
  const worker = connectRpc(stagingProtocol, socket);
  const log = pino({ level: 'silent' });
  const made: { databases?: NodeDatabases; tools?: StagingTools; node?: TestNode } = {};
  const nodeOf = (): TestNode => {
    if (!made.node) throw new Error('The node was not made');
    return made.node;
  };
  const applySites = async (hostCode: HostCode): Promise<void> => {
    const { refused } = await nodeOf().hosts.applySites();
    const own = refused.find((one) => one.hostCode === hostCode);
    if (own) throw new Refusal('config-refused', { values: { engine: 'nginx', detail: own.reason } });
  };
  const socketFolder = dirname(mariadb.plan.socket);
  const console = await makeBackupConsole({
    databases: (db) =>
      (made.databases = new NodeDatabases({ db, node: 'local', log, now: Date.now, server: mariadb.server })),
    feature: (backup, enqueue) => {
      const { databases } = made;
      made.tools = {
        ...stagingToolsOver(backup, { databases, port: 0, applySites }),
        addressesOf: ({ code, domains }) => [`${code}.localhost:${nodeOf().port}`, ...domains],
        addressOf: ({ code }) => `http://${code}.localhost:${nodeOf().port}`,
      };
      const { db } = backup;
      const handlers = stagingHandlers({
        ...{ db, enqueue, stagingWorker: worker, stagingFiles: backup.files, now: Date.now },
        work: { applySites },
        testUrl: (code) => `http://${code}.localhost:${nodeOf().port}/`,
      });
      return { calls: stagingCalls, handlers, tasks: stagingTasks(made.tools) };
    },
  });
  const { databases, tools } = made;
  if (!tools || !databases) throw new Error('The feature was not made');
  const { db, rootOf } = console.tools;
  const node = await TestNode.make(undefined, undefined, {
    elsewhere: {
      hosts: dirname(rootOf('x' as HostCode)),
      mariadb: { ...mariadb.plan, run: socketFolder, options: scratch, tls: scratch },
    },
    readSites: () => readNodeSites(db, 'local'),
  });
  made.node = node;
  await node.hosts.begin();
  await node.startEngines();
  const answers = await serveRpc({
    protocol: stagingProtocol,
    handlers: stagingWorkerHandlers(tools),
    socket,
    onBug: (_method, error) => globalThis.console.error(error),
  });
  return {
    ...{ console, mariadb, databases, node, tools },
    host: async (name, quotaBytes, fields) => {
      const host = await console.host(name, quotaBytes, fields);
      await addFastRepository(console.tools, host.hostCode);
      await databases.provision(host.hostCode);
      await node.hosts.provisionHost(host.hostCode);
      return servedHost(host, { node, databases });
    },
    close: async () => {
      worker.close();
      await answers.close();
      await node.close();
      await console.close();
      await mariadb.close();
      await rm(scratch, { recursive: true, force: true });
    },
  };
}

const Values = z.record(z.string(), z.unknown());

function servedHost(
  host: BackupHost,
  { node, databases }: Pick<StagingConsole, 'node' | 'databases'>,
): StagingHost {
  const access = async () => (await databases.facts(host.hostCode)).access;
  return {
    ...host,
    access,
    put: async (path, content) => {
      const file = join(host.root, path);
      for (let at = 0; (at = path.indexOf('/', at + 1)) > 0;) {
        const folder = join(host.root, path.slice(0, at));
        const isNew = (await mkdir(folder, { recursive: true })) !== undefined;
        if (isNew) await chown(folder, host.uid, host.uid);
      }
      await writeFile(file, content);
      await chown(file, host.uid, host.uid);
    },
    visit: (path, password) => {
      const name = `${password === undefined ? '' : 'staging-'}${host.hostCode}.localhost`;
      const login = Buffer.from(`staging:${password ?? ''}`).toString('base64');
      return node.request(name, path, password ? { authorization: `Basic ${login}` } : {});
    },
    sql: async (statement) => {
      const { name } = await access();
      const connection = await openConnection(databases.server, { database: name });
      try {
        return (await connection.rows(Values, statement)).flatMap((row) => Object.values(row));
      } finally {
        await connection.close();
      }
    },
  };
}
