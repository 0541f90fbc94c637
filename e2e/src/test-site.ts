import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { signInByToken, callProvider, type Client } from './api';
import { eventually } from './eventually';
import { makeHost } from './portal';
import type { Product } from './product';

/** Hashes of a site's files and database. */
export interface SiteState {
  readonly tree: string;
  readonly database: string;
}

interface Task {
  readonly id: number;
  readonly taskStatus: string;
}

export interface TestSite {
  readonly hostCode: string;
  readonly client: Client;
  /** Document root on the disk. */
  readonly root: string;
  /** Connection of the site's programs to its database; `name` is the user's name too. */
  readonly database: { readonly port: number; readonly name: string; readonly password: string };
  sql(...statements: string[]): string;
  state(): SiteState;
  /** Calls until the workspace is unlocked. Returns the id of the task that the call has started. */
  begin(address: string, body: object): Promise<number>;
  /** Waits for the end of a task, which another worker may have taken over. Returns its status. */
  ended(taskId: number): Promise<string>;
}

/** Hash of everything below a folder: names, modes, contents, targets of links. */
function treeSum(root: string): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' }).sort()) {
    const path = join(root, name);
    const facts = lstatSync(path);
    hash.update(`${name}\0${facts.mode}\0`);
    if (facts.isSymbolicLink()) hash.update(readlinkSync(path));
    else if (facts.isFile()) hash.update(readFileSync(path));
  }
  return hash.digest('hex');
}

/** Gives files that root has made to the site's uid. */
export function chownToSite({ root }: TestSite): void {
  const { uid, gid } = statSync(root);
  execFileSync('chown', ['-hR', `${uid}:${gid}`, root]);
}

async function login({ client, hostCode }: { client: Client; hostCode: string }) {
  // The worker makes the database after the host.
  const { res } = await eventually(async () => {
    const reply = await client.call('POST /api/database/secret', {});
    expect(reply.code).toBe('200');
    return reply;
  });
  const info = await client.call('GET /api/database/info');
  const { port } = info.res['database'] as { port: number };
  return { port, name: `u_${hostCode}`, password: String(res['password']) };
}

/** Creates a host with files and a database, which may install apps. Its name must be unique in the run. */
export async function makeTestSite(product: Product, hostName: string): Promise<TestSite> {
  const { accountCode, hostCode } = await makeHost(product, hostName, { plugin: 1 });
  const token = await callProvider(product, 'POST /provider/tokens', { accountCode, hostCode });
  const client = await signInByToken(product, String(token.res['token']));
  const root = join(product.data, 'hosts', hostCode, 'wwwroot');
  const database = await login({ client, hostCode });
  const { name, port, password } = database;
  const words = ['-h127.0.0.1', `-P${port}`, `-u${name}`, `-p${password}`, name];
  const sql = (...statements: string[]): string =>
    execFileSync('mariadb', [...words, '-Ne', statements.join(';')], { encoding: 'utf8' });
  const tables = () =>
    sql('SHOW TABLES')
      .split('\n')
      .filter((table) => table !== '')
      .map((table) => `\`${table}\``);

  return {
    ...{ hostCode, client, root, database, sql },
    state: () => {
      const all = tables();
      return {
        tree: treeSum(root),
        database: all.length === 0 ? '' : sql(`CHECKSUM TABLE ${all.join(', ')}`),
      };
    },
    begin: async (address, body) => {
      const { res } = await eventually(async () => {
        const reply = await client.call(address, body);
        expect([address, reply.code]).toEqual([address, '200']);
        return reply;
      });
      return Number(res['taskId']);
    },
    ended: (taskId) =>
      eventually(async () => {
        const { res } = await client.call(`GET /api/task/queryList/${hostCode}`);
        const task = (res as unknown as Task[]).find(({ id }) => id === taskId);
        if (!task || ['WAIT', 'RUNNING'].includes(task.taskStatus)) throw new Error('It still runs');
        return task.taskStatus;
      }, 150_000),
  };
}

/** Id of the site's newest backup. */
export async function newestPoint({ client }: TestSite): Promise<number> {
  const { res } = await client.call('GET /api/backup/points');
  const [point] = res['points'] as { id: number }[];
  if (!point) throw new Error('There is no backup');
  return point.id;
}
