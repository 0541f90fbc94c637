import { EventEmitter, once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { HostCode, type UsedSpace, type VhostInfo } from '@sitedeck/contract';
import { readDiskUsage, storeDiskUsage } from '#sites/disk-usage';
import { storeDatabase } from '#sites/host-database';
import type { HostFacts } from '#sites/host-scope';
import { readHost } from '#sites/live-hosts';
import { run } from '#system/process/exec';
import { PRIVATE_FOLDER } from '#system/site/private-folder';
import { makeTestApi, TEST_REACH, type TestApi } from '#testing/api';
import { Browser, PASSWORD, Portal } from '#testing/browser';
import { createHostTree, makeFileHosts, type FileHosts } from '#testing/file-hosts';
import { fileChildPid } from '#testing/find-file-child';
import { HostMeasuring } from '../worker/measure-hosts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

describe('used space, measured by the host’s own child', () => {
  let files: FileHosts;
  let api: TestApi;
  let portal: Portal;
  let accountCode: string;
  /** Measurements of the running test that started and were aborted; one that an earlier test left may end at any time. */
  let sweeps = { begun: 0, ended: 0 };
  /** The size of the database that the node measures. */
  const databases = { bytes: 0, tables: 1, at: new Date() };
  /** Measurements wait until this settles. */
  let gate = Promise.resolve();

  const measure = async (host: HostFacts, signal: AbortSignal) => {
    const own = sweeps;
    own.begun += 1;
    signal.addEventListener('abort', () => (own.ended += 1), { once: true });
    await gate;
    const target = { hostCode: host.code, uid: host.uid, quotaBytes: host.disk_quota };
    return files.parent.handlers.measure(target, { signal, progress: () => undefined });
  };

  beforeAll(async () => {
    files = await makeFileHosts();
    api = await makeTestApi({
      measure,
      measureDatabase: (hostCode) => storeDatabase(api.test.db, hostCode, { measured: databases }),
      runtimes: () => Promise.resolve({ PHP: null, NET: null }),
    });
    portal = new Portal(api);
    accountCode = await portal.account();
  });
  afterAll(async () => {
    await api.close();
    await files.close();
  });
  beforeEach(async () => {
    sweeps = { begun: 0, ended: 0 };
    gate = Promise.resolve();
    await api.test.db.deleteFrom('host').execute();
  });

  const makeHost = async (name: string, more: object = {}) => {
    const hostCode = HostCode.parse(await portal.host(accountCode, name, more));
    const { uid } = await api.test.db
      .selectFrom('host')
      .select('uid')
      .where('code', '=', hostCode)
      .executeTakeFirstOrThrow();
    const root = join(files.hosts, hostCode);
    await createHostTree(root, uid);
    return { hostCode, root };
  };
  const signIn = async (name: string) => {
    const browser = new Browser(api);
    await browser.login(name, PASSWORD);
    return browser;
  };
  /**
   * Nothing signals that a further caller has joined a running measurement; this takes far longer than a
   * request does.
   */
  const othersHaveAsked = () => new Promise((resolve) => setTimeout(resolve, 500));
  const request = async (browser: Browser, json?: object) => {
    const answer = await browser.request('/api/vhost/usedSpace', json ? { json } : { method: 'POST' });
    return answer.res as UsedSpace;
  };

  it('reports no figures before the first measurement, then those of du and find, and stores them', async () => {
    const { root } = await makeHost('space', { diskQuotaBytes: 1e9, trafficQuotaBytes: 2e9 });
    await mkdir(join(root, 'wwwroot/a/b'), { recursive: true });
    await writeFile(join(root, 'wwwroot/a/b/big.bin'), Buffer.alloc(300_000, 1));
    await writeFile(join(root, 'data/small.txt'), 'x');
    const owner = await signIn('space');
    expect(await request(owner)).toMatchObject({
      disk: { used: null, files: null, measuredAt: null, quota: 1e9 },
      traffic: {
        used: null,
        quota: 2e9,
        since: expect.stringMatching(/^\d{4}-\d\d-01T00:00:00.000Z$/) as string,
      },
    });
    expect(sweeps.begun).toBe(0);
    const { disk } = await request(owner, { fresh: true });
    const du = await run({ file: 'du', args: ['-s', '-B1', '--', root] });
    // The bytes in the private folder count, its files don't.
    const privateFolder = join(root, PRIVATE_FOLDER);
    const seen = ['-path', privateFolder, '-prune', '-o', '-printf', 'x'];
    const found = await run({ file: 'find', args: [root, '-mindepth', '1', ...seen] });
    const own = await run({ file: 'du', args: ['-B1', '--max-depth=0', '-S', '--', privateFolder, root] });
    const ownBytes = own.stdout.split('\n').reduce((sum, line) => sum + Number(line.split('\t')[0]), 0);
    expect(disk.files).toBe(found.stdout.length);
    // The root itself does not belong to the host, nor does its private folder.
    expect(disk.used).toBe(Number(du.stdout.split('\t')[0]) - ownBytes);
    expect(Date.parse(disk.measuredAt ?? '')).toBeGreaterThan(Date.now() - MINUTE_MS);
    expect((await request(owner)).disk).toEqual(disk);
    expect(sweeps.begun).toBe(1);
  });

  const byOwner = async (hostName: string) => {
    const { disk } = await request(await signIn(hostName), { fresh: true });
    expect(disk.used).toBeGreaterThan(9_500_000);
  };
  const bySweep = async (_hostName: string, hostCode: HostCode) => {
    const host = await readHost(api.test.db, hostCode);
    const { db } = api.test;
    const log = pino({ level: 'silent' });
    const measuring = new HostMeasuring({ db, node: host?.node ?? '', now: Date.now, log, measure });
    expect(await measuring.measureNext(new AbortController().signal)).toBe(true);
  };

  it.each([
    ['asked', byOwner],
    ['swept', bySweep],
  ])('counts what the site itself wrote, and then refuses the next write (%s)', async (name, find) => {
    const diskQuotaBytes = 10_000_000;
    const { hostCode, root } = await makeHost(name, { diskQuotaBytes });
    const host = await readHost(api.test.db, hostCode);
    const target = { hostCode, uid: host?.uid ?? 0, quotaBytes: diskQuotaBytes, entriesMax: 1000 };
    const write = async (file: string, characters: number) => {
      const body = { path: `/wwwroot/${file}`, content: 'x'.repeat(characters) };
      const reply = await files.request({ target, root }, 'writeText', body);
      return typeof reply === 'string' ? reply : 'written';
    };
    expect(await write('first.txt', 1000)).toBe('written');
    await writeFile(join(root, 'wwwroot/by-the-site.bin'), Buffer.alloc(9_500_000, 1));
    await find(name, hostCode);
    expect(await write('second.txt', 1_000_000)).toBe('over-quota');
  });

  it('reports the database as the node last measured it, and measures it again on request', async () => {
    const { hostCode } = await makeHost('data', { databaseQuotaBytes: 5e8 });
    const owner = await signIn('data');
    expect((await request(owner)).database).toBeUndefined();
    const made = { name: `u_${hostCode}`, username: `u_${hostCode}`, password: 'x', made: true };
    await api.test.db
      .insertInto('host_database')
      .values({ host_code: hostCode, ...made })
      .onConflict((row) => row.column('host_code').doUpdateSet(made))
      .execute();
    expect((await request(owner)).database).toEqual({ used: null, quota: 5e8 });
    databases.bytes = 123_456;
    expect((await request(owner, { fresh: true })).database).toEqual({ used: 123_456, quota: 5e8 });
    const vhost = (await owner.request('/api/vhost/info', { method: 'POST' })).res as VhostInfo;
    expect(vhost.database).toEqual({ name: made.name, user: made.name, address: TEST_REACH.database });
  });

  it('measures once for all simultaneous callers', async () => {
    await makeHost('many');
    const owner = await signIn('many');
    const opening = new EventEmitter();
    gate = once(opening, 'open').then(() => undefined);
    const replies = Array.from({ length: 5 }, () => request(owner, { fresh: true }));
    while (sweeps.begun === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await othersHaveAsked();
    opening.emit('open');
    const figures = (await Promise.all(replies)).map(({ disk }) => disk.measuredAt);
    expect(new Set(figures).size).toBe(1);
    expect(sweeps.begun).toBe(1);
  });

  it('continues for the callers that wait, and ends when the last one disconnects', async () => {
    const { hostCode } = await makeHost('leaving');
    const owner = await signIn('leaving');
    const opening = new EventEmitter();
    gate = once(opening, 'open').then(() => undefined);
    const headers = {
      'x-requested-with': 'XMLHttpRequest',
      'content-type': 'application/json',
      cookie: owner.cookie ?? '',
    };
    const visitor = () => {
      const leave = new AbortController();
      const init = { method: 'POST', headers, body: '{"fresh":true}', signal: leave.signal };
      const left = fetch(`${api.url}/api/vhost/usedSpace`, init).catch(() => undefined);
      return { leave: () => leave.abort(), left };
    };
    const [first, second] = [visitor(), visitor()];
    while (sweeps.begun === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await othersHaveAsked();
    first.leave();
    await first.left;
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(sweeps).toEqual({ begun: 1, ended: 0 });
    second.leave();
    await second.left;
    while (sweeps.ended === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    opening.emit('open');
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await readDiskUsage(api.test.db, hostCode)).toBeUndefined();
  });

  it('ends a measurement in the child when no caller waits for it', async () => {
    const { hostCode } = await makeHost('stopped');
    const { uid } = await api.test.db
      .selectFrom('host')
      .select('uid')
      .where('code', '=', hostCode)
      .executeTakeFirstOrThrow();
    const folder = join(files.hosts, hostCode, 'wwwroot');
    for (let number = 0; number < 20_000; number += 1) writeFileSync(join(folder, String(number)), '');
    const sweep = (signal: AbortSignal) =>
      files.parent.handlers.measure(
        { hostCode, uid, quotaBytes: null },
        { signal, progress: () => undefined },
      );
    expect((await sweep(new AbortController().signal)).files).toBe(20_005);
    // The child is paused until after the abort: on a busy machine it could otherwise finish first.
    const child = await fileChildPid(join(files.hosts, hostCode));
    process.kill(child, 'SIGSTOP');
    const stop = new AbortController();
    setTimeout(() => {
      stop.abort();
      process.kill(child, 'SIGCONT');
    }, 5);
    await expect(sweep(stop.signal)).rejects.toThrow();
  });

  it('replies with the last figure if a new one takes too long', async () => {
    const { hostCode } = await makeHost('slow');
    const hasty = await makeTestApi({ beside: api, measure, waitMs: 100 });
    const owner = new Browser(hasty);
    await owner.login('slow', PASSWORD);
    const measuredAt = new Date(Date.now() - DAY_MS);
    await storeDiskUsage(api.test.db, hostCode, { bytes: 42, files: 7, measuredAt });
    const opening = new EventEmitter();
    gate = once(opening, 'open').then(() => undefined);
    const { disk } = await request(owner, { fresh: true });
    expect(disk).toMatchObject({ used: 42, files: 7, measuredAt: measuredAt.toISOString() });
    expect(sweeps).toEqual({ begun: 1, ended: 1 });
    opening.emit('open');
    await hasty.close();
  });

  it.each([{ fresh: 'yes' }, { fresh: 1 }])('refuses %j', async (json) => {
    await makeHost('strict');
    const owner = await signIn('strict');
    expect((await owner.request('/api/vhost/usedSpace', { json })).reason).toBe('bad-input');
  });

  describe('the worker', () => {
    const signal = new AbortController().signal;
    let offset = 0;
    const order: string[] = [];
    const worker = (more: object = {}) =>
      new HostMeasuring({
        db: api.test.db,
        node: 'local',
        now: () => Date.now() + offset,
        log: pino({ level: 'silent' }),
        measure: (host, stop) => {
          order.push(host.host_name);
          return measure(host, stop);
        },
        ...more,
      });
    beforeEach(() => {
      offset = 0;
      order.length = 0;
    });
    const until = async (work: HostMeasuring): Promise<string[]> => {
      order.length = 0;
      while (await work.measureNext(signal));
      return [...order].sort();
    };

    it('measures a new host, one with activity after ten minutes, any other after a day', async () => {
      const busy = await makeHost('busy');
      await makeHost('quiet');
      const work = worker();
      expect(await until(work)).toEqual(['busy', 'quiet']);
      expect(await readDiskUsage(api.test.db, busy.hostCode)).toMatchObject({ files: 5 });
      const browser = await signIn('busy');
      expect((await browser.request('/api/currentHostInfo')).code).toBe('200');
      expect(await until(work)).toEqual([]);
      offset = 11 * MINUTE_MS;
      expect(await until(work)).toEqual(['busy']);
      offset = 22 * MINUTE_MS;
      expect(await until(work)).toEqual([]);
      offset = DAY_MS + 12 * MINUTE_MS;
      expect(await until(work)).toEqual(['busy', 'quiet']);
    });

    it('measures after a task as it does after a user’s activity', async () => {
      const { hostCode } = await makeHost('tasked');
      const work = worker();
      await until(work);
      const task = { hostCode, type: 'DB_BACKUP', params: {}, operator: 'cron', status: 'RUNNING' } as const;
      await api.core.tasks.create(task);
      offset = 11 * MINUTE_MS;
      expect(await until(work)).toEqual(['tasked']);
    });

    it('measures a suspended host once it is open again', async () => {
      const { hostCode } = await makeHost('resting');
      const suspend = (suspended: boolean) =>
        api.test.db.updateTable('host').set({ suspended }).where('code', '=', hostCode).execute();
      const work = worker();
      await suspend(true);
      expect(await until(work)).toEqual([]);
      await suspend(false);
      expect(await until(work)).toEqual(['resting']);
    });

    it('does not retry a host that can’t be measured for a while, and measures the others', async () => {
      await portal.host(accountCode, 'treeless');
      await makeHost('sound');
      const work = worker();
      expect(await until(work)).toEqual(['sound', 'treeless']);
      expect(await until(work)).toEqual([]);
      offset = 11 * MINUTE_MS;
      expect(await until(work)).toEqual(['treeless']);
    });

    it('measures a slow tree in parallel, and delays the other hosts only once and briefly', async () => {
      const large = await makeHost('a-large-tree');
      await makeHost('small');
      const work = worker({
        patienceMs: 200,
        measure: async (host: HostFacts, stop: AbortSignal) => {
          order.push(host.host_name);
          if (host.code === large.hostCode && order.filter((name) => name === host.host_name).length === 1)
            await once(stop, 'abort').then(() => stop.throwIfAborted());
          return measure(host, stop);
        },
      });
      while (await work.measureNext(signal));
      expect([...order].sort()).toEqual(['a-large-tree', 'small']);
      // The large host is due, and no round waits for it.
      expect(await work.measureNext(signal)).toBe(false);
      expect(await readDiskUsage(api.test.db, large.hostCode)).toBeUndefined();
      expect(await work.measureNextLarge(signal)).toBe(true);
      expect(await readDiskUsage(api.test.db, large.hostCode)).toMatchObject({ files: 5 });
      expect(await work.measureNextLarge(signal)).toBe(false);
    });

    it('measures hosts of its own node only', async () => {
      await makeHost('elsewhere');
      await api.test.db.updateTable('host').set({ node: 'far' }).execute();
      expect(await until(worker())).toEqual([]);
    });

    it('keeps the newer of two figures, and none for a removed host', async () => {
      const { hostCode } = await makeHost('figures');
      const [older, newer] = [new Date(Date.now() - MINUTE_MS), new Date()];
      await storeDiskUsage(api.test.db, hostCode, { bytes: 2, files: 2, measuredAt: newer });
      await storeDiskUsage(api.test.db, hostCode, { bytes: 1, files: 1, measuredAt: older });
      expect(await readDiskUsage(api.test.db, hostCode)).toMatchObject({ bytes: 2, files: 2 });
      await api.test.db.deleteFrom('host').execute();
      await storeDiskUsage(api.test.db, hostCode, { bytes: 2, files: 2, measuredAt: newer });
      expect(await readDiskUsage(api.test.db, hostCode)).toBeUndefined();
    });
  });
});
