import { appendFile, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HostCode } from '@sitedeck/contract';
import { addHostRow } from '#testing/access-log';
import { TestNode, testSite } from '#testing/node-engines';
import { makeTestDb, type TestDb } from '#testing/state';
import { SiteLogs } from '#system/access-log/site-logs';
import { VisitCounter } from '#system/access-log/visit-counter';
import { isolationHere } from '#system/process/identity';
import { run } from '#system/process/exec';
import { pathExists } from '#system/disk/exists';
import { nginxPid } from '#system/nginx/reload';
import { hasOpen } from '#system/nginx/sites/reopen-logs';
import { childPids, signalPid } from '#system/process/pid-file';
import { instanceOf } from '#system/nginx/instance';
import { hostsOfNode, makeVisitStore, sweepVisits } from './visit-store';

const separate = isolationHere().is === 'separate';
const whenSeparate = separate ? it : it.skip;
/** nginx answers before it writes its logs; a line that takes longer is late, ms. */
const LATE_MS = 60_000;
const OPEN = join(__dirname, '../../../testing/open-process.ts');
/** Removes the capabilities that Docker takes from root. */
const AS_IN_A_CONTAINER = ['--bounding-set=-sys_ptrace', '--inh-caps=-sys_ptrace'];

describe('logs of a real nginx', () => {
  let testDb: TestDb;
  let node: TestNode;
  let hostCode: HostCode;
  let counter: VisitCounter;
  let logs: string;
  const warnings: object[] = [];

  beforeAll(async () => {
    testDb = await makeTestDb();
    hostCode = await addHostRow(testDb.db);
    node = await TestNode.make((engines) => ({ ...engines, php: undefined }));
    node.sites = [testSite(hostCode, node.uid(0), { language: 'HTML' })];
    await node.hosts.begin();
    await node.startEngines();
    logs = join(node.root(hostCode), 'logs');
    counter = makeCounter(2000);
  });
  afterAll(async () => {
    await counter.stop();
    await node.close();
    await testDb.close();
  });

  function makeCounter(logLimit: number, store = makeVisitStore(testDb.db)): VisitCounter {
    const { places, hosts } = node;
    const isolation = isolationHere();
    const readNodeSites = () => Promise.resolve(node.sites);
    return new VisitCounter({
      logs: new SiteLogs({ places, isolation, readNodeSites, inTurn: hosts.inTurn }),
      store,
      hosts: () => hostsOfNode(testDb.db, 'local'),
      sweep: (now) => sweepVisits(testDb.db, now),
      log: { warn: (what) => warnings.push(what) },
      logLimit,
    });
  }

  const sendRequest = (path: string) => node.request(`${hostCode}.localhost`, path);

  async function counted(): Promise<{ requests: number; clientError: number; bytes: number }> {
    const rows = await testDb.db.selectFrom('visit_hour').selectAll().execute();
    const sum = (pick: (row: (typeof rows)[number]) => number) =>
      rows.reduce((all, row) => all + pick(row), 0);
    return {
      requests: sum((row) => row.requests),
      clientError: sum((row) => row.client_error),
      bytes: sum((row) => row.bytes),
    };
  }

  /** Resolves to the count once it reaches this number, or after the time limit. */
  async function countedUpTo(requests: number, by = counter) {
    for (const deadline = Date.now() + LATE_MS; ; await sleep(20)) {
      await by.count(hostCode);
      const found = await counted();
      if (found.requests >= requests || Date.now() > deadline) return found;
    }
  }

  /** Sends as many requests, and waits until the log contains all of them. */
  async function requestAndLog(times: number): Promise<void> {
    const log = join(logs, 'access.log');
    const lines = async () => (await readFile(log, 'utf8')).split('\n').length;
    const before = await lines();
    for (let n = 0; n < times; n += 1) await sendRequest('/');
    while ((await lines()) < before + times) await sleep(20);
  }

  /**
   * Simulates visitors who send one request after another until they are stopped; resolves to the number of
   * requests.
   */
  function visitors(many: number, path: (n: number) => string) {
    let isOver = false;
    let made = 0;
    const each = async () => {
      for (let n = 0; !isOver; n += 1) {
        await sendRequest(path(n));
        made += 1;
      }
    };
    const all = Promise.all(Array.from({ length: many }, each));
    const stop = async () => {
      isOver = true;
      await all;
      return made;
    };
    return { made: () => made, stop };
  }

  /** Simulates a visitor who reads a reply slowly, so that the nginx worker outlives a reload. */
  function slowVisitor(): Promise<() => Promise<void>> {
    return new Promise((resolve, reject) => {
      const to = {
        host: '127.0.0.1',
        port: node.port,
        agent: false,
        headers: { host: `${hostCode}.localhost` },
      };
      const asking = request({ ...to, path: '/', method: 'POST' }, (reply) => reply.resume());
      const ended = new Promise<void>((done) => asking.once('close', done));
      asking.once('error', reject);
      asking.setHeader('content-length', 3);
      asking.write('a', () =>
        resolve(async () => {
          asking.end('bc');
          await ended;
        }),
      );
    });
  }

  it('rotates logs during traffic without losing a line, and counts each request exactly once', async () => {
    const { made, stop } = visitors(3, (n) => (n % 3 === 0 ? '/not-there' : '/'));
    const oldest = join(logs, 'access.log.3');
    for (let times = 1; times <= 6 || made() <= 100 || !(await pathExists(oldest)); times += 1) {
      await sleep(120);
      await counter.poll();
    }
    const requests = await stop();
    expect(await countedUpTo(requests)).toMatchObject({ requests });
    expect(warnings).toEqual([]);
  });

  it('waits until workers of an earlier configuration have closed the logs, too', async () => {
    const before = (await counted()).requests;
    const finish = await slowVisitor();
    node.sites = [testSite(hostCode, node.uid(0), { language: 'HTML', domains: ['other.example'] })];
    await node.hosts.applySites();
    for (let n = 0; n < 20; n += 1) await sendRequest('/');
    await counter.poll();
    const left = join(logs, 'access.log.1');
    expect(await hasOpen(instanceOf(node.places, 'sites'), [left])).toBe(false);
    await finish();
    expect((await countedUpTo(before + 21)).requests - before).toBe(21);
  });

  it('continues after a worker was killed between renaming a log and signalling nginx', async () => {
    const before = (await counted()).requests;
    await requestAndLog(1);
    await counter.count(hostCode);
    await rename(join(logs, 'access.log'), join(logs, 'access.log.1'));
    await sendRequest('/');
    // A starting worker repairs the trees first.
    await node.hosts.begin();
    const next = makeCounter(1_000_000);
    await next.count(hostCode);
    await sendRequest('/');
    expect((await countedUpTo(before + 3, next)).requests - before).toBe(3);
    expect((await readFile(join(logs, 'access.log'), 'utf8')).split('\n')).toHaveLength(2);
    await next.stop();
  });

  const errorsIn = async (name: string) =>
    (await readFile(join(logs, name), 'utf8')).split('is forbidden').length - 1;

  it('keeps errors after a worker was killed between renaming the error log and signalling nginx', async () => {
    await rename(join(logs, 'error.log'), join(logs, 'error.log.1'));
    await node.hosts.begin();
    const next = makeCounter(1_000_000);
    await next.poll();
    const before = await errorsIn('error.log.1');
    await mkdir(join(logs, '../wwwroot/empty'));
    expect((await sendRequest('/empty/')).status).toBe(403);
    expect([await errorsIn('error.log'), await errorsIn('error.log.1')]).toEqual([1, before]);
    await next.stop();
  });

  it('rotates only the error log while the visit counts can’t be stored', async () => {
    const failingCounter = makeCounter(10, {
      ...makeVisitStore(testDb.db),
      commit: () => Promise.reject(new Error('the database is away')),
    });
    await requestAndLog(1);
    await appendFile(join(logs, 'error.log'), 'x'.repeat(100));
    const inodeOf = async (name: string) => (await stat(join(logs, name))).ino;
    const [access, error] = [await inodeOf('access.log'), await inodeOf('error.log')];
    await expect(failingCounter.poll()).resolves.toBeUndefined();
    expect(warnings).toContainEqual(expect.objectContaining({ hostCode }));
    expect(await inodeOf('access.log')).toBe(access);
    expect(await inodeOf('error.log')).not.toBe(error);
    expect(await inodeOf('error.log.1')).toBe(error);
    await failingCounter.stop();
  });

  it('rotates the logs of a host although those of its neighbour can’t be rotated', async () => {
    const bad = await addHostRow(testDb.db);
    const neighbour = testSite(bad, node.uid(1), { language: 'HTML' });
    node.sites = [neighbour, testSite(hostCode, node.uid(0), { language: 'HTML' })];
    await node.hosts.begin();
    const blocked = join(node.root(bad), 'logs/error.log');
    await appendFile(blocked, 'x'.repeat(100));
    await writeFile(`${blocked}.2`, '');
    await mkdir(`${blocked}.3`);
    const next = makeCounter(10);
    await requestAndLog(1);
    const inode = (await stat(join(logs, 'access.log'))).ino;
    await expect(next.poll()).rejects.toThrow('not set aside');
    expect((await stat(join(logs, 'access.log.1'))).ino).toBe(inode);
    expect(await hasOpen(instanceOf(node.places, 'sites'), [join(logs, 'access.log.1')])).toBe(false);
    await next.stop();
  });

  it('keeps logs owned by root: the host reads and does not change them', async () => {
    for (const name of ['access.log', 'access.log.1', 'error.log']) {
      const found = await stat(join(logs, name));
      expect([name, found.mode & 0o777]).toEqual([name, 0o644]);
      if (separate) expect([name, found.uid, found.gid]).toEqual([name, 0, 0]);
    }
    if (separate) expect((await stat(instanceOf(node.places, 'sites').errorLog)).uid).toBe(0);
  });

  it('counts before it replies, and shares one count among many callers', async () => {
    await counter.count(hostCode);
    const before = (await counted()).requests;
    await requestAndLog(5);
    const began = Date.now();
    await Promise.all(Array.from({ length: 200 }, () => counter.count(hostCode)));
    expect((await counted()).requests - before).toBe(5);
    // Counts are half a second apart, so one for each caller would take 100 s.
    expect(Date.now() - began).toBeLessThan(10_000);
  });

  whenSeparate(
    'recognises that a slow worker still writes a log, even if root may not inspect other processes',
    async () => {
      const instance = instanceOf(node.places, 'sites');
      const left = join(logs, 'slow.log');
      const master = (await nginxPid(instance)) ?? NaN;
      const workers = await childPids(master);
      await rename(join(logs, 'access.log'), left);
      workers.forEach((pid) => signalPid(pid, 'SIGSTOP'));
      try {
        signalPid(master, 'SIGUSR1');
        while (!(await pathExists(join(logs, 'access.log')))) await sleep(10);
        const args = [
          ...AS_IN_A_CONTAINER,
          process.execPath,
          '--import',
          'tsx',
          OPEN,
          JSON.stringify(instance),
          left,
        ];
        const closed = await run({ file: 'setpriv', args }, { cwd: join(__dirname, '../../../..') });
        expect(closed).toMatchObject({ code: 0, stdout: 'true' });
      } finally {
        workers.forEach((pid) => signalPid(pid, 'SIGCONT'));
      }
    },
  );
});
