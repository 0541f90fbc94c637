import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from './eventually';
import { partsOf } from './processes';
import { startProduct, type OwnProduct } from './product';
import { chownToSite, makeTestSite, newestPoint, type SiteState, type TestSite } from './test-site';

const IS_LONG = process.env['SITEDECK_TEST_LONG'] === '1';
const ROUNDS = IS_LONG ? 20 : 3;
const FILES = IS_LONG ? 400 : 100;
const ROWS = IS_LONG ? 2000 : 500;
/** Printed with a failure: the same seed kills at the same moments. */
const SEED = Number(process.env['SITEDECK_TEST_SEED'] ?? randomInt(2 ** 31));

jest.setTimeout(ROUNDS * 180_000 + 300_000);

/** Numbers from 0 to 1 derived from the seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

describe('a worker that is killed during a backup or a restore', () => {
  let product: OwnProduct;
  let site: TestSite;

  beforeAll(async () => {
    product = await startProduct();
    site = await makeTestSite(product, 'killed');
  });
  afterAll(() => product?.stop());

  /** Replaces files and database of the site with new ones. */
  function replaceContent(name: string): SiteState {
    const files = Array.from({ length: FILES }, (_, number) => `${name}-${number}.txt`);
    execFileSync('bash', [
      '-euc',
      'cd "$1"; find . -mindepth 1 -delete; for f in "${@:2}"; do head -c 20000 /dev/urandom > "$f"; done',
      ...['bash', site.root, ...files],
    ]);
    chownToSite(site);
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
    });
  }

  /** Finds which of two states the site is in. Files and database may settle a moment after the worker is back. */
  const stateNow = (states: Readonly<Record<string, SiteState>>, facts: readonly unknown[]) =>
    eventually(() => {
      const now = site.state();
      const matching = Object.keys(states).filter(
        (name) => now.tree === states[name]?.tree && now.database === states[name]?.database,
      );
      expect([...facts, matching]).toEqual([...facts, [expect.any(String)]]);
      return Promise.resolve(matching[0]);
    });

  it(`leaves the site as it was or as restored, never mixed, in ${ROUNDS} kills at random moments`, async () => {
    const random = randomOf(SEED);
    const good = replaceContent('good');
    // The first backup also creates the repository, so it does not count for the duration.
    await backUp();
    const began = performance.now();
    await backUp();
    const backupMs = performance.now() - began;
    const point = await newestPoint(site);
    for (let round = 0; round < ROUNDS; round += 1) {
      const bad = replaceContent(`bad${round}`);
      const isBackup = round % 3 === 2;
      const task = isBackup
        ? await site.begin('POST /api/backup/create', { kind: 'both' })
        : await site.begin('POST /api/backup/restore', { point, mode: 'mirror' });
      // A restore makes a backup first, so it takes twice as long.
      await sleep((isBackup ? backupMs : 2 * backupMs) * random());
      await killWorker();
      const outcome = await site.ended(task);
      const facts = ['SITEDECK_TEST_SEED', SEED, 'round', round, isBackup ? 'backup' : 'restore', outcome];
      const found = await stateNow({ good, bad }, facts);
      if (isBackup) expect([...facts, found]).toEqual([...facts, 'bad']);
      else if (outcome === 'RUNNING_SUCCESS') expect([...facts, found]).toEqual([...facts, 'good']);
    }
    // The restore point itself must still be complete.
    replaceContent('last');
    const last = await site.begin('POST /api/backup/restore', { point, mode: 'mirror' });
    expect(['SITEDECK_TEST_SEED', SEED, await site.ended(last)]).toEqual([
      ...['SITEDECK_TEST_SEED', SEED, 'RUNNING_SUCCESS'],
    ]);
    expect(site.state()).toEqual(good);
  });
});
