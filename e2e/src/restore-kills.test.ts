import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from './eventually';
import { partsOf } from './processes';
import { startProduct, type OwnProduct } from './product';
import { giveToSite, makeWholeSite, newestPoint, type SiteState, type WholeSite } from './whole-site';

const IS_LONG = process.env['SITEDECK_TEST_LONG'] === '1';
const ROUNDS = IS_LONG ? 20 : 3;
const FILES = IS_LONG ? 400 : 100;
const ROWS = IS_LONG ? 2000 : 500;
/** Named by a failure; the same one kills at the same moments. */
const SEED = Number(process.env['SITEDECK_TEST_SEED'] ?? randomInt(2 ** 31));

jest.setTimeout(ROUNDS * 180_000 + 300_000);

/** Numbers from 0 to 1 that the seed alone decides (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

describe('a worker that is killed in the middle of a backup or a restore', () => {
  let product: OwnProduct;
  let site: WholeSite;

  beforeAll(async () => {
    product = await startProduct();
    site = await makeWholeSite(product, 'killed');
  });
  afterAll(() => product?.stop());

  /** Another site in the same place. */
  function become(name: string): SiteState {
    const files = Array.from({ length: FILES }, (_, number) => `${name}-${number}.txt`);
    execFileSync('bash', [
      '-euc',
      'cd "$1"; find . -mindepth 1 -delete; for f in "${@:2}"; do head -c 20000 /dev/urandom > "$f"; done',
      ...['bash', site.root, ...files],
    ]);
    giveToSite(site);
    const filled = `INSERT INTO rows_of SELECT seq, REPEAT('${name} ', 200) FROM seq_1_to_${ROWS}`;
    site.sql('DROP TABLE IF EXISTS rows_of', 'CREATE TABLE rows_of (id INT PRIMARY KEY, t TEXT)', filled);
    return site.state();
  }

  async function backUp(): Promise<void> {
    const task = await site.begin('POST /api/backup/create', { kind: 'both' });
    expect(await site.ended(task)).toBe('RUNNING_SUCCESS');
  }

  const workerNow = () => partsOf(product.pid).find(({ name }) => /\bworker\b/.test(name));

  async function killWorker(): Promise<void> {
    const worker = workerNow();
    if (!worker) throw new Error('There is no worker');
    process.kill(worker.pid, 'SIGKILL');
    await eventually(async () => {
      expect(workerNow()?.pid).not.toBe(worker.pid);
      expect((await site.client.call('GET /api/database/info')).code).toBe('200');
    }, 60_000);
  }

  /** Which of two sites it is by now; what it holds besides its answer is settled a moment after the worker is back. */
  const sideOf = (sides: Readonly<Record<string, SiteState>>, told: readonly unknown[]) =>
    eventually(() => {
      const now = site.state();
      const met = Object.keys(sides).filter(
        (name) => now.tree === sides[name]?.tree && now.database === sides[name]?.database,
      );
      expect([...told, met]).toEqual([...told, [expect.any(String)]]);
      return Promise.resolve(met[0]);
    }, 60_000);

  it(`leaves the site as it was or as restored, never mixed, in ${ROUNDS} kills at random moments`, async () => {
    const random = randomOf(SEED);
    const good = become('good');
    // The first one makes the repository.
    await backUp();
    const began = performance.now();
    await backUp();
    const backupMs = performance.now() - began;
    const point = await newestPoint(site);
    for (let round = 0; round < ROUNDS; round += 1) {
      const bad = become(`bad${round}`);
      const isBackup = round % 3 === 2;
      const task = isBackup
        ? await site.begin('POST /api/backup/create', { kind: 'both' })
        : await site.begin('POST /api/backup/restore', { point, mode: 'mirror' });
      // A restore backs up first.
      await sleep((isBackup ? backupMs : 2 * backupMs) * random());
      await killWorker();
      const outcome = await site.ended(task);
      const told = ['SITEDECK_TEST_SEED', SEED, 'round', round, isBackup ? 'backup' : 'restore', outcome];
      const side = await sideOf({ good, bad }, told);
      if (isBackup) expect([...told, side]).toEqual([...told, 'bad']);
      else if (outcome === 'RUNNING_SUCCESS') expect([...told, side]).toEqual([...told, 'good']);
    }
    // The point is whole.
    become('last');
    const last = await site.begin('POST /api/backup/restore', { point, mode: 'mirror' });
    expect(['SITEDECK_TEST_SEED', SEED, await site.ended(last)]).toEqual([
      ...['SITEDECK_TEST_SEED', SEED, 'RUNNING_SUCCESS'],
    ]);
    expect(site.state()).toEqual(good);
  });
});
