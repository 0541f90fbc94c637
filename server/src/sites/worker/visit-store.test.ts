import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, copyFile, mkdtemp, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { HostCode } from '@sitedeck/contract';
import { addHostRow, logLine } from '#testing/access-log';
import { bundleProgram } from '#testing/bundle-program';
import { makeTestDb, type TestDb } from '#testing/state';
import { countBatch } from '#system/access-log/count-visits';
import { trafficSince } from '../api/traffic';
import { makeVisitStore, sweepVisits } from './visit-store';

const EVER = new Date(0);
const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;

describe('the counting of visits in an access log', () => {
  let testDb: TestDb;
  let hostCode: HostCode;
  let folder: string;
  let log: string;

  beforeAll(async () => {
    testDb = await makeTestDb();
  });
  afterAll(() => testDb.close());
  beforeEach(async () => {
    hostCode = await addHostRow(testDb.db);
    folder = await mkdtemp(join(tmpdir(), 'visits-'));
    log = join(folder, 'access.log');
    await writeFile(log, '');
  });
  afterEach(() => rm(folder, { recursive: true }));

  const batch = (more: { batch?: number; isClosed?: boolean } = {}) =>
    countBatch({
      store: makeVisitStore(testDb.db),
      hostCode,
      folder,
      now: Date.now(),
      batch: more.batch ?? 1_000_000,
      isClosed: () => Promise.resolve(more.isClosed ?? true),
    });
  async function countAll(isClosed = true) {
    for (let left = 50; left > 0; left -= 1) {
      const { is } = await batch({ isClosed });
      if (is !== 'more') return is;
    }
    throw new Error('it never ends');
  }
  const rows = () =>
    testDb.db.selectFrom('visit_hour').selectAll().where('host_code', '=', hostCode).execute();
  async function requests(): Promise<number> {
    return (await rows()).reduce((sum, row) => sum + row.requests, 0);
  }
  const lines = (count: number) => logLine().repeat(count);

  it('adds up requests, bytes and statuses by UTC hour', async () => {
    const at = new Date(Math.floor(Date.now() / 3600_000) * 3600_000 - 3600_000);
    const earlier = new Date(at.getTime() - 1);
    const statuses = [200, 301, 404, 500];
    await writeFile(
      log,
      statuses.map((status) => logLine({ at, status })).join('') + logLine({ at: earlier }),
    );
    expect(await countAll()).toBe('done');
    const base = { host_code: hostCode, hour: at, requests: 4, bytes: 400 };
    expect(await rows()).toContainEqual({ ...base, ok: 1, redirect: 1, client_error: 1, server_error: 1 });
    expect(await rows()).toHaveLength(2);
    expect(await trafficSince(testDb.db, hostCode, at)).toBe(400);
    expect(await trafficSince(testDb.db, hostCode, EVER)).toBe(500);
  });

  it('counts a line once, however often it reads the log', async () => {
    await writeFile(log, lines(10));
    for (let times = 3; times > 0; times -= 1) await countAll();
    await appendFile(log, lines(5));
    for (let times = 3; times > 0; times -= 1) await countAll();
    expect(await requests()).toBe(15);
  });

  it('leaves an incomplete line for the next count', async () => {
    const line = logLine();
    await writeFile(log, line + line.slice(0, 70));
    await countAll();
    expect(await requests()).toBe(1);
    await appendFile(log, line.slice(70));
    await countAll();
    expect(await requests()).toBe(2);
  });

  it('skips a line longer than any nginx writes, and binary data', async () => {
    const tooLong = Buffer.alloc(700_000, 0x22);
    const binary = Buffer.from(Array.from({ length: 5000 }, (_, n) => (n * 7) % 256));
    await writeFile(
      log,
      Buffer.concat([Buffer.from(lines(1)), tooLong, Buffer.from(`\n${lines(1)}`), binary]),
    );
    await appendFile(log, `\n${lines(1)}`);
    expect(await countAll()).toBe('done');
    expect(await requests()).toBe(3);
  });

  it('counts the rest of a renamed log, then the new one', async () => {
    await writeFile(log, lines(3));
    await countAll();
    await appendFile(log, lines(4));
    await rename(log, `${log}.1`);
    await writeFile(log, lines(5));
    expect(await countAll()).toBe('done');
    expect(await requests()).toBe(12);
  });

  it('continues after a log that was renamed twice meanwhile', async () => {
    await writeFile(log, lines(3));
    await batch({ batch: 1 });
    await rename(log, `${log}.2`);
    await writeFile(`${log}.1`, lines(4));
    await writeFile(log, lines(5));
    await countAll();
    expect(await requests()).toBe(12);
  });

  it('continues to read a renamed log while a process writes to it', async () => {
    await writeFile(log, lines(3));
    await countAll();
    await rename(log, `${log}.1`);
    await writeFile(log, lines(5));
    expect(await countAll(false)).toBe('held');
    await appendFile(`${log}.1`, lines(2));
    expect(await countAll(false)).toBe('held');
    expect(await requests()).toBe(5);
    await appendFile(`${log}.1`, lines(1));
    expect(await countAll()).toBe('done');
    expect(await requests()).toBe(11);
  });

  it('starts again if the log was emptied', async () => {
    await writeFile(log, lines(10));
    await countAll();
    await truncate(log);
    await appendFile(log, logLine({ path: '/after' }).repeat(2));
    await countAll();
    expect(await requests()).toBe(12);
    await truncate(log);
    await appendFile(log, logLine({ path: '/longer-than-before' }).repeat(20));
    await countAll();
    expect(await requests()).toBe(32);
  });

  it('recognises a log that was restored from a copy of the data directory', async () => {
    await writeFile(log, logLine({ path: '/first' }) + lines(9));
    await countAll();
    await copyFile(log, `${log}.copy`);
    await rename(`${log}.copy`, log);
    await appendFile(log, lines(1));
    await countAll();
    expect(await requests()).toBe(11);
  });

  it('counts every line exactly once when several counters read the log at once', async () => {
    await writeFile(log, lines(2000));
    await Promise.all(
      [1, 2, 3, 4].map(async () => {
        while ((await batch({ batch: 10_000 })).is === 'more');
      }),
    );
    expect(await requests()).toBe(2000);
  });

  it('counts every line exactly once when its process is killed at any moment', async () => {
    // More lines than all processes together can count.
    let written = 20_000;
    await writeFile(log, lines(written));
    const counter = await bundleProgram('testing/count-process.ts', folder);
    let kills = 0;
    let isOver = false;
    const visitors = (async () => {
      while (!isOver) {
        await appendFile(log, lines(40));
        written += 40;
        await sleep(5);
      }
    })();
    const seen: number[] = [];
    for (; kills < 8; kills += 1) {
      const args = [counter, testDb.url, folder, hostCode];
      const counting = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
      await once(counting.stdout, 'data');
      await sleep(20 + kills * 13);
      counting.kill('SIGKILL');
      await once(counting, 'exit');
      seen.push(await requests());
    }
    isOver = true;
    await visitors;
    // Every process was killed after it had counted some lines and before it had counted all.
    expect(new Set(seen).size).toBeGreaterThan(4);
    expect(seen.at(-1)).toBeLessThan(written);
    while ((await countAll()) !== 'done');
    expect(await requests()).toBe(written);
  });

  it('deletes the counts together with their host', async () => {
    await writeFile(log, lines(1));
    await countAll();
    await testDb.db.deleteFrom('host').where('code', '=', hostCode).execute();
    expect(await rows()).toEqual([]);
    await appendFile(log, lines(1));
    expect(await countAll()).toBe('done');
    expect(await rows()).toEqual([]);
  });

  it('deletes counts that are older than the retention time', async () => {
    const old = new Date(Date.now() - 399 * 86_400_000);
    await writeFile(log, logLine({ at: old }) + lines(1));
    await countAll();
    expect(await rows()).toHaveLength(2);
    await sweepVisits(testDb.db, new Date(Date.now() + 2 * DAY_MS));
    expect(await rows()).toHaveLength(1);
  });

  describe('of the edge cache', () => {
    const edgeHours = () =>
      testDb.db
        .selectFrom('edge_hour')
        .selectAll()
        .where('host_code', '=', hostCode)
        .orderBy('domain')
        .execute();
    const edgeDays = () =>
      testDb.db
        .selectFrom('edge_rule_day')
        .selectAll()
        .where('host_code', '=', hostCode)
        .orderBy('rule')
        .execute();
    const bind = (...names: readonly string[]) =>
      testDb.db
        .insertInto('domain')
        .values(names.map((name) => ({ name, host_code: hostCode })))
        .execute();

    it('counts each line of the edge log once, by hour and bound domain and by day and rule', async () => {
      await bind(`${hostCode}.example`, `*.${hostCode}.example`);
      const at = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - HOUR_MS);
      const own = { at, host: `${hostCode}.example` };
      const first = [
        logLine({ ...own, edge: 'HIT 2' }),
        logLine({ ...own, edge: 'MISS 2', status: 500 }),
        logLine({ ...own, edge: '- 0', status: 302 }),
        logLine(own),
      ];
      await writeFile(log, first.join(''));
      await countAll();
      const wildcard = { at, host: `x.${hostCode}.example` };
      await appendFile(log, logLine({ ...own, edge: 'STALE 2', status: 404 }));
      await appendFile(log, logLine({ ...wildcard, edge: 'HIT 1' }));
      await appendFile(log, logLine({ at, host: 'other.example', edge: 'HIT 1' }));
      await countAll();
      await countAll();
      const one = { host_code: hostCode, hour: at, requests: 1, hits: 1, bytes: 100, hit_bytes: 100 };
      const none = { origin_errors: 0, redirect: 0, client_error: 0, server_error: 0 };
      expect(await edgeHours()).toEqual([
        { ...one, domain: '', ...none, ok: 1 },
        { ...one, domain: `*.${hostCode}.example`, ...none, ok: 1 },
        {
          ...{ host_code: hostCode, hour: at, domain: `${hostCode}.example` },
          ...{ requests: 4, hits: 2, bytes: 400, hit_bytes: 200, origin_errors: 1 },
          ...{ ok: 1, redirect: 1, client_error: 1, server_error: 1 },
        },
      ]);
      const day = { host_code: hostCode, day: new Date(at.getTime() - 23 * HOUR_MS) };
      expect(await edgeDays()).toEqual([
        { ...day, rule: 0, requests: 1, hits: 0 },
        { ...day, rule: 1, requests: 2, hits: 2 },
        { ...day, rule: 2, requests: 3, hits: 2 },
      ]);
      expect(await requests()).toBe(7);
    });

    it('stores more sums than one statement takes', async () => {
      const domains = Array.from({ length: 40 }, (_, n) => `${hostCode}-${n}.example`);
      await bind(...domains);
      const hour = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
      const visits = domains.flatMap((host) =>
        Array.from({ length: 30 }, (_, n) =>
          logLine({ host, edge: 'HIT 1', at: new Date(hour - n * HOUR_MS) }),
        ),
      );
      await writeFile(log, visits.join(''));
      await countAll();
      expect(await edgeHours()).toHaveLength(1200);
    });

    it('stores neither the visits nor the sums of the edge cache if one of both fails', async () => {
      await writeFile(log, logLine({ edge: 'HIT 1' }));
      await sql`alter table edge_rule_day rename to away`.execute(testDb.db);
      await expect(batch()).rejects.toThrow('edge_rule_day');
      await sql`alter table away rename to edge_rule_day`.execute(testDb.db);
      expect([await rows(), await edgeHours()]).toEqual([[], []]);
      await countAll();
      expect([await requests(), (await edgeHours()).length, (await edgeDays()).length]).toEqual([1, 1, 1]);
    });

    it('deletes sums that are older than 62 days, and those of a deleted host', async () => {
      const old = new Date(Date.now() - 61 * DAY_MS);
      await writeFile(log, logLine({ at: old, edge: 'HIT 1' }) + logLine({ edge: 'HIT 1' }));
      await countAll();
      expect([(await edgeHours()).length, (await edgeDays()).length]).toEqual([2, 2]);
      await sweepVisits(testDb.db, new Date(Date.now() + 2 * DAY_MS));
      expect([(await edgeHours()).length, (await edgeDays()).length]).toEqual([1, 1]);
      expect(await rows()).toHaveLength(2);
      await testDb.db.deleteFrom('host').where('code', '=', hostCode).execute();
      expect([await edgeHours(), await edgeDays()]).toEqual([[], []]);
    });
  });
});
