import { chown, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pino from 'pino';
import { HostCode } from '@sitedeck/contract';
import { makeTestApi, type TestApi } from '#testing/api';
import { Portal } from '#testing/browser';
import { itCaged } from '#testing/it-caged';
import { testSite, TestNode } from '#testing/node-engines';
import { QuotaWatch } from './watch-quotas';

const MIB = 1024 ** 2;
/** As a program that hides what it has written. */
const WRITE = `<?php
@mkdir(__DIR__ . "/closed");
$size = @file_put_contents(__DIR__ . "/closed/" . $_GET["name"], random_bytes(${MIB}));
chmod(__DIR__ . "/closed", 0300);
echo $size === ${MIB} ? "written" : "refused";`;
const SESSION = `<?php
session_start();
$_SESSION["visits"] = ($_SESSION["visits"] ?? 0) + 1;
echo session_id(), " ", $_SESSION["visits"];`;
/** Writes on, whatever happens to its page. */
const DAEMON = `<?php
exec("setsid sh -c 'while :; do date >> " . __DIR__ . "/ticks; sleep 0.05; done' >/dev/null 2>&1 &");
echo "begun";`;

describe('the watch over disk quotas', () => {
  let api: TestApi;
  let node: TestNode;
  let watch: QuotaWatch;
  const hosts: HostCode[] = [];
  const signal = new AbortController().signal;

  const [full, other] = [() => String(hosts[0]), () => String(hosts[1])];
  const body = async (host: string, path: string, headers: Record<string, string> = {}) =>
    (await node.request(`${host}.localhost`, path, headers)).body;
  const setQuota = (bytes: number | null) =>
    api.test.db
      .updateTable('host')
      .set({ disk_quota: bytes })
      .where('code', '=', HostCode.parse(full()))
      .execute();
  const inSite = (path: string) => join(node.root(full()), 'wwwroot', path);

  beforeAll(async () => {
    api = await makeTestApi();
    node = await TestNode.make();
    const portal = new Portal(api);
    const account = await portal.account();
    for (const [index, name] of ['quotaone', 'quotatwo'].entries()) {
      const hostCode = HostCode.parse(await portal.host(account, name));
      hosts.push(hostCode);
      const set = { uid: node.uid(index), disk_quota: 100 * MIB };
      await api.test.db.updateTable('host').set(set).where('code', '=', hostCode).execute();
      node.sites.push(testSite(hostCode, node.uid(index)));
    }
    await node.hosts.begin();
    await node.startEngines();
    for (const { hostCode, uid } of node.sites) {
      const pages = { 'write.php': WRITE, 'session.php': SESSION, 'daemon.php': DAEMON };
      for (const [name, page] of Object.entries(pages)) {
        const file = join(node.root(hostCode), 'wwwroot', name);
        await writeFile(file, page);
        await chown(file, uid, uid);
      }
    }
    watch = new QuotaWatch({
      db: api.test.db,
      node: 'local',
      log: pino({ level: 'silent' }),
      folder: node.places.fullHosts,
      rootOf: (hostCode) => node.root(hostCode),
      busy: () => node.hosts.busyUids(),
      endPrograms: (hostCode) => node.hosts.endProgramsOf(hostCode),
    });
  });
  afterAll(async () => {
    await node.close();
    await api.close();
  });

  itCaged('lets programs write up to the quota', async () => {
    expect(await body(full(), '/write.php?name=first')).toBe('written');
    await watch.round(signal);
    expect(await body(full(), '/write.php?name=second')).toBe('written');
  });

  itCaged(
    'takes the right to write from all programs of a host over its quota, and from no other',
    async () => {
      expect(await body(full(), '/daemon.php')).toBe('begun');
      await setQuota(2 * MIB);
      await watch.round(signal);
      const { size } = await stat(inSite('ticks'));
      expect(await body(full(), '/write.php?name=third')).toBe('refused');
      expect((await stat(inSite('ticks'))).size).toBe(size);
      expect(await body(other(), '/write.php?name=first')).toBe('written');
    },
  );

  itCaged(
    'leaves a full host its pages and sessions, and its mark over a restart of its programs',
    async () => {
      await node.startPhp();
      const [id = ''] = (await body(full(), '/session.php')).split(' ');
      expect(await body(full(), '/session.php', { cookie: `PHPSESSID=${id}` })).toBe(`${id} 2`);
      expect(await body(full(), '/write.php?name=third')).toBe('refused');
    },
  );

  itCaged('gives it back when there is room again, or a larger quota or none', async () => {
    await rm(inSite('closed'), { recursive: true });
    await watch.round(signal);
    expect(await body(full(), '/write.php?name=third')).toBe('written');
    await setQuota(MIB);
    await watch.round(signal);
    expect(await body(full(), '/write.php?name=fourth')).toBe('refused');
    await setQuota(null);
    await watch.round(signal);
    expect(await body(full(), '/write.php?name=fourth')).toBe('written');
  });
});
