import { chown, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { consoleCalls, HostCode, isOpen, Task } from '@sitedeck/contract';
import { z } from 'zod';
import { NodeDatabases } from '#features/database/worker/node-databases';
import { databaseTasks } from '#features/database/worker/tasks';
import { databaseHandlers } from '#features/database/api/routes';
import { databaseWorkerHandlers } from '#features/database/worker/worker-handlers';
import { openBoss } from '#queue/boss';
import { makeEnqueue } from '#queue/enqueue';
import { startRunner } from '#queue/worker/runner';
import { setHostUids } from '#state/host-uids';
import { fileProtocol } from '#files/link/protocol';
import { isolationHere } from '#system/process/identity';
import { databaseProtocol } from '#features/database/protocol';
import { connectRpc } from '#system/rpc/rpc-client';
import { serveRpc } from '#system/rpc/rpc-server';
import { makeTestApi, type TestApi } from './api';
import { Browser, PASSWORD, Portal, sealPassword, type CallOptions } from './browser';
import { createHostTree, makeFileHosts } from './file-hosts';
import { TestMariadb } from './mariadb';

const databaseCalls = Object.fromEntries(
  Object.entries(consoleCalls).filter(([, { path }]) => /^\/api\/database\/(?!mysql)/.test(path)),
);

/** A host with a database and a tree, and its owner signed in. */
export interface DatabaseOwner {
  readonly hostCode: HostCode;
  readonly uid: number;
  /** Absolute path of the host's root. */
  readonly root: string;
  readonly browser: Browser;
  /** The reply to a call, or the reason of its refusal. */
  request(path: string, json?: unknown, more?: CallOptions): Promise<unknown>;
  /** The same, with the current password in the request. */
  prove(path: string, json: unknown): Promise<unknown>;
  /** Starts a task and waits for its end. */
  task(path: string, json: unknown): Promise<Task>;
  put(path: string, content: string | Buffer): Promise<void>;
}

export interface DatabaseConsole {
  readonly api: TestApi;
  readonly mariadb: TestMariadb;
  readonly databases: NodeDatabases;
  host(name: string, more?: object): Promise<DatabaseOwner>;
  close(): Promise<void>;
}

const Begun = z.object({ taskId: z.number() });

class Owner implements DatabaseOwner {
  readonly hostCode: HostCode;
  readonly uid: number;
  readonly root: string;

  constructor(
    private readonly api: TestApi,
    readonly browser: Browser,
    host: Pick<DatabaseOwner, 'hostCode' | 'uid' | 'root'>,
  ) {
    this.hostCode = host.hostCode;
    this.uid = host.uid;
    this.root = host.root;
  }

  async request(path: string, json?: unknown, more: CallOptions = {}): Promise<unknown> {
    const reply = await this.browser.request(path, { ...(json !== undefined && { json }), ...more });
    return reply.code === '200' ? reply.res : reply.reason;
  }

  async prove(path: string, json: unknown): Promise<unknown> {
    const { captchaRand } = await this.browser.challenge();
    const sealed = sealPassword(PASSWORD, captchaRand, this.api.core.config.wireKey);
    return this.request(path, json, { headers: { 'x-verify': sealed } });
  }

  async task(path: string, json: unknown): Promise<Task> {
    const begun = path.endsWith('/empty') ? await this.prove(path, json) : await this.request(path, json);
    const { taskId } = Begun.parse(begun);
    for (;;) {
      const task = Task.parse(await this.request(`/api/task/getTask/${taskId}`));
      if (!isOpen(task.taskStatus)) return task;
      await sleep(30);
    }
  }

  async put(path: string, content: string | Buffer): Promise<void> {
    const file = join(this.root, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
    await chown(file, this.uid, this.uid);
  }
}

/** The calls about databases, from HTTP down to a real engine; a real runner runs the tasks. */
export async function makeDatabaseConsole(): Promise<DatabaseConsole> {
  const [base, mariadb, files] = [await makeTestApi(), await TestMariadb.make(), await makeFileHosts()];
  await setHostUids(base.test.db, files.hostUids);
  const isolation = isolationHere();
  const log = pino({ level: 'silent' });
  const { db, url } = base.test;
  const safety = join(mariadb.scratch, 'safety');
  await mkdir(safety, { mode: 0o700 });

  const fileSocket = join(files.sockets, 'parent.sock');
  const onBug = (_method: string, error: unknown) => console.error(error);
  const fileServer = await serveRpc({
    protocol: fileProtocol,
    handlers: files.parent.handlers,
    socket: fileSocket,
    onBug,
  });
  const service = connectRpc(fileProtocol, fileSocket);

  const databases = new NodeDatabases({ db, node: 'local', log, now: Date.now, server: mariadb.server });
  const safetyCopyStore = { folder: safety, identity: mariadb.server.identity };
  const parts = { db, databases, safetyCopyStore, files: service, isolation, places: files };
  const address = { host: '127.0.0.1', port: 3307 };
  const socket = join(mariadb.scratch, 'worker.sock');
  const worker = await serveRpc({
    protocol: databaseProtocol,
    handlers: databaseWorkerHandlers({
      ...parts,
      address,
      remoteEndpoint: { host: 'db.example.com', port: 3307 },
    }),
    socket,
    onBug,
  });
  const databaseClient = connectRpc(databaseProtocol, socket);
  const implemented = databaseTasks(parts);
  const runner = await startRunner({
    db,
    url,
    node: 'local',
    tasks: implemented,
    log,
    onLockLost: () => undefined,
  });
  const boss = await openBoss({ url, log, supervise: false });
  const handlers = databaseHandlers({
    databases: databaseClient,
    enqueue: makeEnqueue(db, base.core.tasks, boss),
    adminTool: { origin: '', issueTicket: () => Promise.reject(new Error('No tool here')) },
  });
  const api = await makeTestApi({
    beside: base,
    extra: { calls: databaseCalls, handlers },
    work: {
      provisionHost: (hostCode) => databases.provision(hostCode),
      removeHost: (hostCode) => databases.remove(hostCode),
    },
  });
  return {
    api,
    mariadb,
    databases,
    host: async (name, more = {}) => {
      const portal = new Portal(api);
      const hostCode = HostCode.parse(await portal.host(await portal.account(), name, more));
      const row = db.selectFrom('host').select('uid').where('code', '=', hostCode);
      const { uid } = await row.executeTakeFirstOrThrow();
      const root = join(files.hosts, hostCode);
      await createHostTree(root, uid);
      const browser = new Browser(api);
      await browser.login(name, PASSWORD);
      return new Owner(api, browser, { hostCode, uid, root });
    },
    close: async () => {
      await runner.stop();
      await boss.close();
      databaseClient.close();
      service.close();
      await worker.close();
      await fileServer.close();
      await api.close();
      await files.close();
      await base.close();
      await mariadb.close();
    },
  };
}
