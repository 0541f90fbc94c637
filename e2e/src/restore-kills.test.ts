import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { enterByToken, provide, type Client } from './api';
import { eventually } from './eventually';
import { makeHost } from './portal';
import { partsOf } from './processes';
import { startProduct, type OwnProduct } from './product';

/** Each round takes a backup and a restore of half a minute: `npm test` has stops at chosen places instead. */
const ROUNDS = process.env['SITEDECK_TEST_LONG'] === '1' ? 20 : 0;
const FILES = 400;
const ROWS = 2000;

jest.setTimeout(ROUNDS * 180_000 + 300_000);

/** What a site is: its tree and its database, each as one sum. */
interface State {
  readonly tree: string;
  readonly database: string;
}

const inLongRuns = ROUNDS > 0 ? describe : describe.skip;

inLongRuns('a worker that is killed in the middle of a backup or a restore', () => {
  let product: OwnProduct;
  let client: Client;
  let hostCode: string;
  let root: string;
  let login: string[];

  beforeAll(async () => {
    product = await startProduct();
    const { accountCode, ...host } = await makeHost(product, 'killed');
    hostCode = host.hostCode;
    const token = await provide(product, 'POST /provider/tokens', { accountCode, hostCode });
    client = await enterByToken(product, String(token.res['token']));
    root = join(product.data, 'hosts', hostCode, 'wwwroot');
    const { res } = await client.call('POST /api/database/secret', {});
    const info = await client.call('GET /api/database/info');
    const { port } = info.res['database'] as { port: number };
    const user = `u_${hostCode}`;
    login = ['-h127.0.0.1', `-P${port}`, `-u${user}`, `-p${String(res['password'])}`, user];
  });
  afterAll(() => product?.stop());

  const sql = (...statements: string[]): string =>
    execFileSync('mariadb', [...login, '-Ne', statements.join(';')], { encoding: 'utf8' });

  function treeSum(): string {
    const hash = createHash('sha256');
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).sort();
    for (const file of files)
      if (statSync(join(root, file)).isFile())
        hash.update(`${file}\0`).update(readFileSync(join(root, file)));
    return hash.digest('hex');
  }
  const stateNow = (): State => ({
    tree: treeSum(),
    database: sql('SHOW TABLES')
      .split('\n')
      .filter((name) => name !== '')
      .map((name) => sql(`CHECKSUM TABLE \`${name}\``))
      .join(''),
  });

  /** Another site in the same place. */
  function become(name: string): State {
    const uid = statSync(root).uid;
    const files = Array.from({ length: FILES }, (_, number) => `${name}-${number}.txt`);
    execFileSync('bash', [
      '-euc',
      `cd "$1"; find . -mindepth 1 -delete; for f in "\${@:3}"; do head -c 20000 /dev/urandom | base64 > "$f"; done; chown -R "$2:$2" .`,
      'bash',
      ...[root, String(uid), ...files],
    ]);
    const filled = `INSERT INTO rows_of SELECT seq, REPEAT('${name} ', 200) FROM seq_1_to_${ROWS}`;
    sql('DROP TABLE IF EXISTS rows_of', 'CREATE TABLE rows_of (id INT PRIMARY KEY, t TEXT)', filled);
    return stateNow();
  }

  interface Task {
    readonly id: number;
    readonly taskStatus: string;
  }

  /** Its end, whoever runs it by then. */
  const ended = (taskId: number): Promise<string> =>
    eventually(async () => {
      const { res } = await client.call(`GET /api/task/queryList/${hostCode}`);
      const task = (res as unknown as Task[]).find(({ id }) => id === taskId);
      if (!task || ['WAIT', 'RUNNING'].includes(task.taskStatus)) throw new Error('It still runs');
      return task.taskStatus;
    }, 150_000);

  async function begin(address: string, body: object): Promise<number> {
    const { res } = await eventually(async () => {
      const answer = await client.call(address, body);
      expect(answer.code).toBe('200');
      return answer;
    }, 60_000);
    return Number(res['taskId']);
  }

  async function killWorker(): Promise<void> {
    const worker = partsOf(product.pid).find(({ name }) => /\bworker\b/.test(name));
    if (!worker) throw new Error('There is no worker');
    process.kill(worker.pid, 'SIGKILL');
    await eventually(async () => {
      const now = partsOf(product.pid).find(({ name }) => /\bworker\b/.test(name));
      expect(now?.pid).not.toBe(worker.pid);
      expect((await client.call('GET /api/database/info')).code).toBe('200');
    }, 60_000);
  }

  it(`leaves the site as it was or as restored, never mixed, in ${ROUNDS} kills`, async () => {
    const good = become('good');
    const began = performance.now();
    expect(await ended(await begin('POST /api/backup/create', { kind: 'both' }))).toBe('RUNNING_SUCCESS');
    const points = (await client.call('GET /api/backup/points')).res['points'] as { id: number }[];
    const point = points[0]?.id;
    const lengthMs = 2 * (performance.now() - began);
    const seen: string[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const bad = become(`bad${round}`);
      const wish =
        round % 4 === 3
          ? begin('POST /api/backup/create', { kind: 'both' })
          : begin('POST /api/backup/restore', { point, mode: 'mirror' });
      const task = await wish;
      await sleep((lengthMs * round) / ROUNDS);
      await killWorker();
      const outcome = await ended(task);
      // What it holds besides its answer is settled a moment after the worker is back.
      const [is] = await eventually(() => {
        const now = stateNow();
        const sides = [good, bad].filter(
          ({ tree, database }) => now.tree === tree && now.database === database,
        );
        expect([round, outcome, sides.length]).toEqual([round, outcome, 1]);
        return Promise.resolve(sides);
      }, 60_000);
      seen.push(`${outcome} ${is === good ? 'as restored' : 'as it was'}`);
    }
    // Both sides were met, and the point is whole.
    expect(new Set(seen.map((one) => one.split(' ').slice(1).join(' ')))).toEqual(
      new Set(['as restored', 'as it was']),
    );
    become('last');
    const last = await begin('POST /api/backup/restore', { point, mode: 'mirror' });
    expect(await ended(last)).toBe('RUNNING_SUCCESS');
    expect(stateNow()).toEqual(good);
  });
});
