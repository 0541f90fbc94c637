import { chown, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ProviderHost, PublicConfig, ShareInUse, listNeeds } from '@sitedeck/contract';
import { z } from 'zod';
import { signalPid } from '#system/process/pid-file';
import { Browser } from '#testing/browser';
import { findProcesses } from '#testing/find-processes';
import { itWithShares } from '#testing/it-with-shares';
import { requestSite } from '#testing/node-engines';
import { Product } from '#testing/whole-product';

const PASSWORD = 'a password of a host 1';
const MIB = 1024 ** 2;
const Created = z.object({ res: z.object({ accountCode: z.string(), hostCode: z.string() }).partial() });

/** Takes memory piece by piece, as much as the address says. */
const EAT = `<?php
$all = [];
for ($n = 0; $n < (int) $_GET['mib']; $n++) $all[] = str_repeat(chr(65 + $n % 26), 1048576);
echo 'ate ', count($all);`;

/** Starts programs until the kernel refuses. */
const FORK = `<?php
exec("perl -e 'for (1..200) { my \\$p = fork; last unless defined \\$p; unless (\\$p) { sleep 3; exit } }'");
echo 'forked';`;

describe('the plan of a host on a machine with shares', () => {
  let product: Product;
  let key: string;
  let browser: Browser;
  const codes: string[] = [];

  const provider = (path: string, method: string, body?: object) =>
    fetch(`http://${product.env['ADMIN_BIND']}/provider${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
  const create = async (path: string, body: object) =>
    Created.parse(await (await provider(path, 'POST', body)).json()).res;
  const change = async (fields: object) =>
    z
      .object({ res: ProviderHost })
      .parse(await (await provider(`/hosts/${codes[0]}`, 'PATCH', fields)).json()).res;
  const page = async (path: string, code = codes[0]) =>
    (await requestSite({ port: product.sitesPort, host: `${code}.localhost`, path })).body;
  const untilServed = async (code = codes[0]) => {
    while ((await page('/here.php', code).catch(() => '')) !== 'here') await sleep(50);
  };
  const put = async (code: string, name: string, text: string) => {
    const file = join(product.places.hosts, code, 'wwwroot', name);
    await writeFile(file, text, { mode: 0o644 });
    const uid = product.firstUid + codes.indexOf(code);
    await chown(file, uid, uid);
  };
  const share = async () =>
    ShareInUse.parse((await browser.request('/api/vhost/share', { method: 'POST' })).res);
  const needs = async (locale: string) =>
    listNeeds.reply
      .parse(
        (
          await browser.request('/api/vhost/needs', {
            method: 'POST',
            headers: { 'accept-language': locale },
          })
        ).res,
      )
      .needs.filter(({ reason }) => reason.startsWith('share-'));
  const signIn = async () => {
    const config = PublicConfig.parse(await (await fetch(`${product.console}/config.json`)).json());
    browser = new Browser({ url: product.console, core: { config } });
    expect((await browser.login('planned', PASSWORD)).code).toBe('200');
  };

  beforeAll(async () => {
    product = await Product.make();
    await product.launch({ SITEDECK_DEMO_HOST: 'none' }).ready();
    key = (await readFile(join(product.places.secrets, 'provider-key'), 'utf8')).trim();
    const { accountCode } = await create('/accounts', { name: 'a' });
    const common = { accountCode, password: PASSWORD, language: 'PHP' };
    for (const [hostName, plan] of [
      ['planned', { memoryMib: 128, processes: 40 }],
      ['neighbour', {}],
    ] as const) {
      const { hostCode = '' } = await create('/hosts', { ...common, hostName, ...plan });
      codes.push(hostCode);
      await put(hostCode, 'here.php', '<?php echo "here";');
      await put(hostCode, 'eat.php', EAT);
      await put(hostCode, 'fork.php', FORK);
    }
    await signIn();
    const param = { phpIniKey: 'memory_limit', phpIniValue: '512M' };
    const changed = await browser.request('/api/vhost/config/php/updatePhpParam', { json: param });
    expect(changed.code).toBe('200');
  });
  afterAll(() => product.close());

  itWithShares('ends a script that exceeds the memory of its plan, and says so on Home', async () => {
    await untilServed();
    await untilServed(codes[1]);
    expect(await page('/eat.php?mib=200')).not.toMatch(/^ate/);
    while ((await share()).memory?.hit === undefined) await sleep(100);
    const { memory, processes, cpu } = await share();
    expect(memory).toMatchObject({ limit: 128 * MIB, waits: false, hit: { limit: 128 * MIB } });
    expect(Date.parse(memory?.hit?.at ?? '')).toBeGreaterThan(Date.now() - 60_000);
    expect([processes?.limit, cpu?.limit]).toEqual([40, 100]);
    const [need] = await needs('en');
    // Machines whose kernel can't be asked name no program.
    expect(need?.message).toMatch(/^(PHP|A program of the site) was stopped at 128 MB of memory, \{time\}$/);
    expect(need).toMatchObject({ at: memory?.hit?.at, path: '/hostEnvSet/php', tone: 'warning' });
    expect((await needs('zh-CN'))[0]?.message).toMatch(/在\{time\} 因超过 128 MB 内存被终止$/);
    expect(await page('/eat.php?mib=50', codes[1])).toBe('ate 50');
  });

  itWithShares('ends every program of a site that exceeded its memory', async () => {
    const daemon = `sleep ${product.firstUid}9`;
    await put(
      codes[0] ?? '',
      'daemon.php',
      `<?php exec('setsid ${daemon} >/dev/null 2>&1 &'); echo "begun";`,
    );
    expect(await page('/daemon.php')).toBe('begun');
    while ((await findProcesses(daemon)).length === 0) await sleep(20);
    await page('/eat.php?mib=200');
    while ((await findProcesses(daemon)).length > 0) await sleep(100);
    await untilServed();
  });

  itWithShares('keeps that while the API and the worker are replaced', async () => {
    const before = (await share()).memory?.hit;
    for (const part of ['api', 'worker']) {
      const pid = await product.pidOf(part);
      signalPid(pid, 'SIGKILL');
      while ([0, pid].includes(await product.pidOf(part))) await sleep(50);
    }
    const isDone = async (path: string) => {
      const reply = await browser.request(path, { method: 'POST' }).catch(() => undefined);
      return reply?.code === '200';
    };
    // The new worker compares the counters before it answers.
    while (!(await isDone('/api/vhost/restart'))) await sleep(50);
    expect((await share()).memory?.hit).toEqual(before);
  });

  itWithShares('gives a running site more memory, and less as soon as it uses less', async () => {
    await untilServed();
    expect(await change({ memoryMib: 512 })).toMatchObject({ memoryMib: 512 });
    expect(await page('/eat.php?mib=200')).toBe('ate 200');
    await change({ memoryMib: 256 });
    while ((await share()).memory?.waits !== false) await sleep(100);
    expect((await share()).memory?.limit).toBe(256 * MIB);
  });

  itWithShares('records that processes were refused, with the limit that held', async () => {
    await untilServed();
    expect(await page('/fork.php')).toBe('forked');
    await change({ processes: 50 });
    expect((await share()).processes).toMatchObject({ limit: 50, hit: { limit: 40 } });
    expect((await needs('en')).map(({ reason }) => reason)).toContain('share-processes');
    const metrics = await (
      await fetch(`http://${product.env['ADMIN_BIND']}/metrics`, {
        headers: { authorization: `Bearer ${key}` },
      })
    ).text();
    expect(metrics).toContain(`sitedeck_host_processes_limit{host="${codes[0]}"} 50`);
    expect(metrics).toMatch(
      new RegExp(`sitedeck_host_processes_refused_total\\{host="${codes[0]}"\\} [1-9]`),
    );
  });
});
