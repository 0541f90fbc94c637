import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { z } from 'zod';
import {
  CdnConfig,
  queryCdnStats,
  queryVisits,
  readCdn,
  type CdnRule,
  type HostCode,
} from '@sitedeck/contract';
import { openBoss, type Boss } from '#queue/boss';
import { makeEnqueue, type Enqueue } from '#queue/enqueue';
import { startRunner } from '#queue/worker/runner';
import { makeVisitStore } from '#sites/worker/visit-store';
import { countBatch } from '#system/access-log/count-visits';
import { fieldOf, Portal } from '#testing/browser';
import { serveSites, type ServedSite, type ServedSites } from '#testing/served-sites';
import { readAllowances } from './api/allowances';
import { implementPrefetch } from './worker/prefetch-task';

const Settings = readCdn.reply;
const Result = z.object({ kept: z.number(), notKept: z.array(z.string()), failed: z.array(z.string()) });

const FILES: CdnRule = {
  id: 7,
  match: { is: 'suffix', suffixes: ['css', 'txt'] },
  edgeSeconds: 3600,
  browserSeconds: null,
  cachesPrivate: false,
};

describe('the edge cache of a host', () => {
  let sites: ServedSites;
  let site: ServedSite;
  let name: string;
  let boss: Boss;
  let stopRunner: () => Promise<void>;
  let enqueue: Enqueue;
  let count = 0;

  const post = (path: string, json: unknown = {}, of = site) =>
    of.owner.request(`/api/${path}`, { method: 'POST', json });
  const settings = async () => Settings.parse((await post('cdn/settings')).res);
  const sendRequest = async (path: string, host = name) => {
    const { headers, body, status } = await sites.node.request(host, path);
    return { cache: headers['x-cache'], body, status };
  };
  const cached = async (path: string) => {
    await sendRequest(path);
    return (await sendRequest(path)).cache;
  };
  const purge = async (json: object) => {
    const reply = await post('cdn/purge', json);
    return reply.code === '200' ? fieldOf(reply, 'removed') : reply.res;
  };
  const switchOn = (isOn = true) => post('cdn/switch', { domains: [name], isOn });
  const saveRules = async (rules: readonly CdnRule[], more: Partial<CdnConfig> = {}) => {
    const { version } = await settings();
    return post('cdn/rules', { ...CdnConfig.parse({ rules, ...more }), version });
  };

  const countLog = async (hostCode: HostCode) => {
    const store = makeVisitStore(sites.api.test.db);
    const folder = join(sites.node.root(hostCode), 'logs');
    const isClosed = () => Promise.resolve(true);
    await countBatch({ store, hostCode, folder, now: Date.now(), batch: 1_000_000, isClosed });
  };

  beforeAll(async () => {
    sites = await serveSites({
      api: { enqueue: (task, request) => enqueue(task, request), countVisits: (code) => countLog(code) },
    });
    const { api, node } = sites;
    const { db, url } = api.test;
    const log = pino({ level: 'silent' });
    boss = await openBoss({ url, log, supervise: false });
    enqueue = makeEnqueue(db, api.core.tasks, boss);
    const address = { host: '127.0.0.1', port: node.port, tlsPort: node.tlsPort };
    const tasks = [implementPrefetch(address)];
    const runner = await startRunner({ db, url, node: 'local', tasks, log, onLockLost: () => undefined });
    stopRunner = () => runner.stop();
  });
  afterAll(async () => {
    await stopRunner();
    await boss.close();
    await sites.close();
  });
  beforeEach(async () => {
    count += 1;
    name = `shop${count}.example`;
    site = await sites.site(`cdn${count}`, 'PHP', { productType: 'foreignTrade' });
    await post('domain/bind', { domains: [name, `off${count}.example`] });
    for (const file of ['a.css', 'b.css', 'sub/c.css', '中 文.txt']) await site.put(file, file);
  });

  it('turns CDN on and off for one domain, and reports the state of each', async () => {
    await switchOn();
    expect(await cached('/a.css')).toBe('HIT');
    expect((await sendRequest('/a.css', `off${count}.example`)).cache).toBeUndefined();
    const read = await settings();
    expect(read.domains.map(({ name: domain, isOn }) => [domain, isOn])).toEqual([
      [name, true],
      [`off${count}.example`, false],
    ]);
    expect(read.cache.used).toBeGreaterThan(0);
    await switchOn(false);
    expect((await sendRequest('/a.css')).cache).toBeUndefined();
    expect((await settings()).cache.used).toBe(0);
  });

  it('refuses a domain that points elsewhere or is not bound', async () => {
    await sites.api.test.db
      .updateTable('domain')
      .set({
        dns: JSON.stringify({
          ...{ state: 'elsewhere', records: [], caaForbids: false, aaaaElsewhere: false },
          checkedAt: '2026-11-28T00:00:00.000Z',
        }),
      })
      .where('name', '=', name)
      .execute();
    expect((await switchOn()).res).toMatchObject({ reason: 'cdn-elsewhere' });
    const foreign = await post('cdn/switch', { domains: ['not-mine.example'], isOn: true });
    expect(foreign.res).toMatchObject({ reason: 'domain-gone' });
  });

  it('refuses hosts of other products and suspended ones', async () => {
    const plain = await sites.site(`plain${count}`, 'PHP');
    const old = await sites.site(`old${count}`, 'PHP', {
      productType: 'foreignTrade',
      instanceType: 'OLD_1',
    });
    for (const other of [plain, old])
      for (const call of ['settings', 'stats', 'purge', 'switch'])
        expect(
          (await post(`cdn/${call}`, { is: 'all', range: '24h', domains: ['x.example'], isOn: true }, other))
            .code,
        ).toBe('403');
    await switchOn();
    await new Portal(sites.api).request(`/provider/hosts/${site.code}`, {
      method: 'PATCH',
      json: { serviceStatus: 'BLOCKING' },
    });
    expect((await post('cdn/purge', { is: 'all' })).res).toMatchObject({ reason: 'host-blocked' });
  });

  it('purges all variants of a URL, and nothing else', async () => {
    await switchOn();
    await saveRules([FILES]);
    for (const path of ['/a.css', '/a.css?v=1', '/%61.css', '/b.css', '/%E4%B8%AD%20%E6%96%87.txt'])
      await cached(path);
    expect(await purge({ is: 'url', urls: [`http://${name}/a.css`] })).toBe(3);
    expect([(await sendRequest('/a.css')).cache, (await sendRequest('/b.css')).cache]).toEqual([
      'MISS',
      'HIT',
    ]);
    expect(await purge({ is: 'url', urls: [`https://${name.toUpperCase()}:8443/中 文.txt`] })).toBe(1);
    expect(await purge({ is: 'url', urls: [`http://${name}/b.css?v=9`] })).toBe(0);
  });

  it('purges by prefix, and everything', async () => {
    await switchOn();
    for (const path of ['/a.css', '/sub/c.css', '/sub/c.css?x']) await cached(path);
    expect(await purge({ is: 'prefix', urls: [`http://${name}/sub/`] })).toBe(2);
    expect((await sendRequest('/a.css')).cache).toBe('HIT');
    expect(await purge({ is: 'all' })).toBe(1);
    expect((await sendRequest('/a.css')).cache).toBe('MISS');
  });

  it('never purges pages of another host', async () => {
    await switchOn();
    await cached('/a.css');
    const other = await sites.site(`other${count}`, 'PHP', { productType: 'foreignTrade' });
    await post('domain/bind', { domains: [`own${count}.example`] }, other);
    await post('cdn/switch', { domains: [`own${count}.example`], isOn: true }, other);
    const urls = [`http://${name}/a.css`];
    expect((await post('cdn/purge', { is: 'url', urls }, other)).res).toMatchObject({
      reason: 'cdn-url-foreign',
    });
    expect(fieldOf(await post('cdn/purge', { is: 'all' }, other), 'removed')).toBe(0);
    expect((await sendRequest('/a.css')).cache).toBe('HIT');
  });

  it.each([
    ['ftp://shop.example/', 'cdn-url-invalid'],
    ['shop.example/a.css', 'cdn-url-invalid'],
    ['http://', 'cdn-url-invalid'],
    ['http://user@NAME/a.css', 'cdn-url-invalid'],
    ['http://127.0.0.1/a.css', 'cdn-url-foreign'],
    ['http://other.example/', 'cdn-url-foreign'],
  ])('refuses to purge or prefetch %s: %s', async (url, reason) => {
    await switchOn();
    const urls = [url.replace('NAME', name)];
    expect((await post('cdn/purge', { is: 'url', urls })).res).toMatchObject({ reason });
    expect((await post('cdn/prefetch', { urls })).res).toMatchObject({ reason });
  });

  it('counts purges by day, and refuses more than the daily limit', async () => {
    await switchOn();
    const { allowances } = await settings();
    const { limit } = allowances.all;
    const replies = await Promise.all(
      Array.from({ length: limit + 3 }, () => post('cdn/purge', { is: 'all' })),
    );
    const refused = replies.filter(({ res }) => (res as { reason?: string }).reason === 'cdn-allowance-used');
    expect(refused).toHaveLength(3);
    expect((await settings()).allowances.all).toEqual({ used: limit, limit });
    const tomorrow = { db: sites.api.test.db, now: () => Date.now() + 24 * 3_600_000 };
    expect((await readAllowances(tomorrow, site.code)).all).toEqual({ used: 0, limit });
  });

  it('purges pages when the settings of the site change', async () => {
    await switchOn();
    expect(await cached('/a.css')).toBe('HIT');
    await site.post('redirect/add', { source: '/a.css', target: '/b.css' });
    expect((await sendRequest('/a.css')).status).toBe(301);
  });

  it('refuses invalid rules and rules of an older version, and keeps the current ones', async () => {
    await switchOn();
    const crlf = { ...FILES, match: { is: 'path', path: '/a\r\nx' } } as CdnRule;
    const { version, rules } = await settings();
    const body = (changed: readonly CdnRule[]) => ({
      rules: changed,
      query: { is: 'all' },
      cookies: [],
      version,
    });
    for (const bad of [
      [crlf],
      [FILES, FILES],
      [{ ...FILES, match: { is: 'suffix', suffixes: ['a.b'] } }],
      [{ ...FILES, edgeSeconds: -1 }],
    ])
      expect((await post('cdn/rules', body(bad as CdnRule[]))).code).toBe('400');
    expect((await post('cdn/rules', { ...body([FILES]), version: version - 1 })).res).toMatchObject({
      reason: 'config-newer',
    });
    expect((await settings()).rules).toEqual(rules);
    const odd = [
      { ...FILES, id: 1, match: { is: 'path', path: '/中文/$x (1)/[a]*' } },
      { ...FILES, id: 2, match: { is: 'path', path: '/a+b.c' } },
      { ...FILES, id: 3, match: { is: 'status', statuses: [404, 500] } },
    ];
    expect((await post('cdn/rules', body([odd[1], odd[2]] as CdnRule[]))).code).toBe('200');
  });

  it('follows the rules of an earlier version after a restore, and serves nothing that newer rules cached', async () => {
    const revert = async (version: number) =>
      expect((await site.post(`config/revert/${version}`)).code).toBe('200');
    await site.put('page.php', '<?php echo uniqid();');
    await switchOn();
    await saveRules([FILES]);
    const { version: earlier } = await settings();
    expect(await cached('/page.php')).toBe('MISS');
    await saveRules([{ ...FILES, match: { is: 'path', path: '/page.php' } }]);
    const { version: newer } = await settings();
    expect(await cached('/page.php')).toBe('HIT');
    const { body: kept } = await sendRequest('/page.php');
    await revert(earlier);
    const states = [
      (await sendRequest('/page.php')).cache,
      await cached('/page.php'),
      await cached('/a.css'),
    ];
    expect(states).toEqual(['MISS', 'MISS', 'HIT']);
    expect((await settings()).rules).toEqual([FILES]);
    await revert(newer);
    const again = await sendRequest('/page.php');
    expect([again.cache, again.body === kept, await cached('/page.php')]).toEqual(['MISS', false, 'HIT']);
    expect(await cached('/a.css')).toBe('MISS');
  });

  it('turns CDN on and off with a restored version, and keeps no pages while it is off', async () => {
    await switchOn();
    const { version: on } = await settings();
    expect(await cached('/a.css')).toBe('HIT');
    await switchOn(false);
    const { version: off } = await settings();
    await site.put('a.css', 'changed');
    await site.post(`config/revert/${on}`);
    const now = await sendRequest('/a.css');
    expect([now.cache, now.body, await cached('/a.css')]).toEqual(['MISS', 'changed', 'HIT']);
    expect((await settings()).domains[0]).toMatchObject({ name, isOn: true });
    await site.post(`config/revert/${off}`);
    expect((await sendRequest('/a.css')).cache).toBeUndefined();
    expect((await settings()).cache.used).toBe(0);
  });

  /** The ended task. */
  const prefetch = async (paths: readonly string[]) => {
    const urls = paths.map((path) => `http://${name}${path}`);
    const taskId = fieldOf(await post('cdn/prefetch', { urls }), 'taskId') as number;
    const row = () =>
      sites.api.test.db.selectFrom('task').selectAll().where('id', '=', taskId).executeTakeFirstOrThrow();
    while (['WAIT', 'RUNNING'].includes((await row()).status)) await sleep(50);
    return { ...(await row()), urls };
  };

  it('prefetches URLs, and reports which ones were not cached', async () => {
    await switchOn();
    await site.put('private.php', '<?php header("Cache-Control: private"); echo 1;');
    const { status, info, urls } = await prefetch(['/a.css', '/b.css', '/private.php', '/gone.css']);
    expect(status).toBe('RUNNING_SUCCESS');
    expect(Result.parse(info)).toEqual({ kept: 2, notKept: [urls[2]], failed: [urls[3]] });
    const { headers } = await sites.node.request(name, '/a.css', { 'accept-encoding': 'gzip' });
    expect(headers['x-cache']).toBe('HIT');
  });

  it('counts the requests of visitors, and no prefetch', async () => {
    await switchOn();
    await saveRules([FILES]);
    await prefetch(['/b.css']);
    for (let n = 0; n < 4; n += 1) await sendRequest('/a.css');
    await sendRequest('/not-there');
    const stats = async () => {
      const reply = await post('cdn/stats', { range: '24h' });
      return queryCdnStats.reply.parse(reply.res);
    };
    let read = await stats();
    // The log may be written between the two readings of one call.
    while (read.total.requests < 5 || (read.topUrls[0]?.requests ?? 0) < 4) {
      await sleep(50);
      read = await stats();
    }
    expect(read.total).toMatchObject({ requests: 5, hits: 3, originErrors: 0 });
    expect(read.total.hitBytes).toBeGreaterThan(0);
    expect(read.domains).toEqual([{ ...read.total, name }]);
    expect(read.rules).toEqual([
      { id: 7, requests: 4, hits: 3 },
      { id: 0, requests: 1, hits: 0 },
    ]);
    expect(read.topUrls[0]).toMatchObject({ url: `${name}/a.css`, requests: 4, hits: 3 });
    const visits = await post('vhost/visits', { range: '24h' });
    const slots = queryVisits.reply.parse(visits.res).slots;
    expect(slots.reduce((sum, slot) => sum + slot.requests, 0)).toBe(5);
  });
});
