import { lstat, mkdir, readFile, readlink, rm, symlink, writeFile, chown } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { killGroup, run, start } from '#system/process/exec';
import { isolationHere } from '#system/process/identity';
import { pathExists } from '#system/disk/exists';
import { commandLine } from '#system/process/pid-file';
import { requestSite, TestNode, testSite } from '#testing/node-engines';
import type { NodeSite } from '#system/site/site';
import { waitForLog } from '#testing/wait-for-log';
import { instanceOf } from './instance';
import { publishNginx } from './publish';
import { publishSites } from './sites/publish-sites';

const separate = isolationHere().is === 'separate';

const SeenRequest = z.object({
  env: z.record(z.string(), z.string()),
  cookies: z.record(z.string(), z.string()),
  raw: z.string().nullable(),
  proxy: z.string(),
});

describe('sites behind a real nginx and php-fpm', () => {
  let node: TestNode;
  let one: NodeSite;
  let two: NodeSite;

  const put = async (code: 'vhone' | 'vhtwo', path: string, text: string) => {
    const file = join(node.root(code), path);
    await mkdir(join(file, '..'), { recursive: true });
    await writeFile(file, text, { mode: 0o644 });
    const { uid } = code === 'vhone' ? one : two;
    if (separate) await chown(file, uid, uid);
  };
  const asHost = (uid: number, file: string, ...args: string[]) =>
    run({ file, args }, separate ? { identity: { uid, gid: uid } } : {});

  beforeAll(async () => {
    node = await TestNode.make();
    one = testSite('vhone', node.uid(0), { domains: ['shop.example', '例子.example'] });
    two = testSite('vhtwo', node.uid(1));
    node.sites = [one, two];
    await node.hosts.begin();
    await node.startEngines();
  });
  afterAll(() => node.close());
  afterEach(async () => {
    node.sites = [one, two];
    await node.hosts.applySites();
  });

  it('serves a starter page in both languages on a new host', async () => {
    const reply = await node.request('vhone.localhost', '/');
    expect(reply.status).toBe(200);
    expect(reply.body).toContain('网站已创建');
    expect(reply.body).toContain('The site is ready');
  });

  it('answers each host under its own names only', async () => {
    await put('vhone', 'wwwroot/who.txt', 'one');
    await put('vhtwo', 'wwwroot/who.txt', 'two');
    expect((await node.request('vhone.localhost', '/who.txt')).body).toBe('one');
    expect((await node.request('vhtwo.localhost', '/who.txt')).body).toBe('two');
    expect((await node.request('shop.example', '/who.txt')).body).toBe('one');
    expect((await node.request('xn--fsqu00a.example', '/who.txt')).body).toBe('one');
  });

  it.each(['nobody.example', 'localhost', '127.0.0.1', 'vhthree.localhost'])(
    'answers 421 to %s',
    async (name) => {
      expect((await node.request(name, '/who.txt')).status).toBe(421);
    },
  );

  it('runs PHP under the uid of its host', async () => {
    await put('vhone', 'wwwroot/uid.php', '<?php echo posix_getuid(), " ", posix_getgid();');
    const reply = await node.request('vhone.localhost', '/uid.php');
    expect(reply.body).toBe(
      separate ? `${one.uid} ${one.uid}` : `${process.getuid?.()} ${process.getgid?.()}`,
    );
  });

  it('keeps PHP inside its host', async () => {
    const neighbour = join(node.root('vhtwo'), 'wwwroot/who.txt');
    await put(
      'vhone',
      'wwwroot/peek.php',
      `<?php echo json_encode([@file_get_contents('${neighbour}'), @file_get_contents('/etc/passwd'), @scandir('/proc')]);`,
    );
    expect(JSON.parse((await node.request('vhone.localhost', '/peek.php')).body)).toEqual([
      false,
      false,
      false,
    ]);
  });

  (separate ? it : it.skip)('keeps a program of one host out of the other, whatever PHP allows', async () => {
    const neighbour = join(node.root('vhtwo'), 'wwwroot/who.txt');
    expect((await asHost(one.uid, 'cat', neighbour)).stderr).toContain('Permission denied');
    expect((await asHost(one.uid, 'ls', join(node.places.data, 'hosts'))).stderr).toContain(
      'Permission denied',
    );
    expect((await asHost(two.uid, 'cat', neighbour)).stdout).toBe('two');
  });

  it('disables dangerous functions, so that neither .user.ini nor ini_set can enable them', async () => {
    await put('vhone', 'wwwroot/.user.ini', 'disable_functions=\nopen_basedir=/\n');
    await put(
      'vhone',
      'wwwroot/off.php',
      `<?php ini_set('open_basedir', '/'); echo json_encode([function_exists('fsockopen'), function_exists('chown'), @file_get_contents('/etc/passwd')]);`,
    );
    expect(JSON.parse((await node.request('vhone.localhost', '/off.php')).body)).toEqual([
      false,
      false,
      false,
    ]);
    await rm(join(node.root('vhone'), 'wwwroot/.user.ini'));
  });

  it('passes neither the server’s environment nor the console’s cookie to PHP', async () => {
    await put(
      'vhone',
      'wwwroot/env.php',
      '<?php echo json_encode(["env" => getenv(), "cookies" => $_COOKIE, "raw" => $_SERVER["HTTP_COOKIE"] ?? null, "proxy" => $_SERVER["HTTP_PROXY"] ?? ""]);',
    );
    const cookie = 'a=1; sitedeck_session=secret; __Host-sitedeck_session=secret2; b=2';
    const seen = SeenRequest.parse(
      JSON.parse((await node.request('vhone.localhost', '/env.php', { cookie, proxy: 'http://evil' })).body),
    );
    expect(seen.cookies).toEqual({ a: '1', b: '2' });
    expect(JSON.stringify(seen)).not.toContain('secret');
    expect(seen.proxy).toBe('');
    const own = ['USER', 'HOME', 'FCGI_ROLE'];
    expect(
      Object.keys(seen.env).filter(
        (name) => process.env[name] !== undefined && !own.includes(name) && !name.startsWith('HTTP_'),
      ),
    ).toEqual([]);
  });

  it('passes no cookie to PHP if several have the name of the console’s', async () => {
    await put('vhone', 'wwwroot/cookie.php', '<?php echo $_SERVER["HTTP_COOKIE"] ?? "none";');
    const cookie = 'a=1; sitedeck_session=secret; sitedeck_session=x; __Host-sitedeck_session=y; b=2';
    expect((await node.request('vhone.localhost', '/cookie.php', { cookie })).body).toBe('none');
  });

  it('lets PHP write uploads, sessions and errors only into folders of the host', async () => {
    await put(
      'vhone',
      'wwwroot/write.php',
      '<?php session_start(); $_SESSION["x"]=1; session_write_close(); error_log("from the site"); echo sys_get_temp_dir();',
    );
    const reply = await node.request('vhone.localhost', '/write.php');
    expect(reply.body).toBe(join(node.root('vhone'), 'tmp'));
    expect(await waitForLog(join(node.root('vhone'), 'logs/php-error.log'), 'from the site')).toContain(
      'from the site',
    );
    const sessions = await asHost(one.uid, 'ls', join(node.root('vhone'), 'tmp/sessions'));
    expect(sessions.stdout).toContain('sess_');
  });

  it.each(['/.git/config', '/.env', '/sub/.htpasswd'])('hides %s', async (path) => {
    await put('vhone', `wwwroot${path}`, 'hidden');
    expect((await node.request('vhone.localhost', path)).status).toBe(404);
  });

  it.each(['/uid.PHP', '/source.phtml', '/lib.inc'])('hides the source of %s', async (path) => {
    await put('vhone', `wwwroot${path}`, '<?php $password = "x";');
    expect((await node.request('vhone.localhost', path)).status).toBe(404);
  });

  it('serves files in .well-known', async () => {
    await put('vhone', 'wwwroot/.well-known/acme-challenge/token', 'proof');
    expect((await node.request('vhone.localhost', '/.well-known/acme-challenge/token')).body).toBe('proof');
  });

  (separate ? it : it.skip)('follows no link to a file of another owner', async () => {
    const link = join(node.root('vhone'), 'wwwroot/passwd.txt');
    expect((await asHost(one.uid, 'ln', '-s', '/etc/passwd', link)).code).toBe(0);
    expect((await node.request('vhone.localhost', '/passwd.txt')).status).toBe(404);
  });

  it('ignores an X-Accel-Redirect of a script', async () => {
    await put('vhone', 'wwwroot/accel.php', '<?php header("X-Accel-Redirect: /who.txt"); echo "mine";');
    const reply = await node.request('vhone.localhost', '/accel.php');
    expect(reply.body).toBe('mine');
  });

  (separate ? it : it.skip)('prevents the host from replacing a log by a link', async () => {
    const log = join(node.root('vhone'), 'logs/access.log');
    expect((await asHost(one.uid, 'ln', '-sf', '/etc/passwd', log)).code).not.toBe(0);
    expect(
      (await asHost(one.uid, 'mv', join(node.root('vhone'), 'logs'), join(node.root('vhone'), 'old'))).code,
    ).not.toBe(0);
  });

  it('writes no log through a link', async () => {
    const log = join(node.root('vhtwo'), 'logs/access.log');
    const victim = join(node.places.data, 'victim');
    await writeFile(victim, 'untouched');
    await rm(log, { force: true });
    await symlink(victim, log);
    node.sites = [one, { ...two, documents: ['index.html', 'other.html'] }];
    await node.hosts.applySites();
    await node.request('vhtwo.localhost', '/logged-path');
    expect((await lstat(log)).isFile()).toBe(true);
    expect(await waitForLog(log, '/logged-path')).toContain('/logged-path');
    expect(await readFile(victim, 'utf8')).toBe('untouched');
  });

  it('answers 503 for a closed and for a suspended host, until it is open again', async () => {
    node.sites = [
      { ...one, status: 'CLOSED' },
      { ...two, status: 'BLOCKING' },
    ];
    await node.hosts.applySites();
    const [closed, blocked] = [
      await node.request('shop.example', '/uid.php'),
      await node.request('vhtwo.localhost', '/'),
    ];
    expect([closed.status, blocked.status]).toEqual([503, 503]);
    expect(closed.body).toContain('网站已关闭');
    expect(blocked.body).toContain('suspended');
    node.sites = [one, two];
    await node.hosts.applySites();
    expect((await node.request('shop.example', '/who.txt')).body).toBe('one');
  });

  it('applies twenty concurrent changes in two runs', async () => {
    const extension = (round: number) => `ext${round}`;
    const applied = Array.from({ length: 20 }, (_, round) => {
      node.sites = [{ ...one, mime: [{ mimeType: 'text/x-last', extension: extension(round) }] }, two];
      return node.hosts.applySites();
    });
    expect(new Set(await Promise.all(applied)).size).toBeLessThanOrEqual(2);
    await put('vhone', `wwwroot/a.${extension(19)}`, 'typed');
    const { headers } = await node.request('vhone.localhost', `/a.${extension(19)}`);
    expect(headers['content-type']).toBe('text/x-last');
  });

  it.each(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])(
    'answers %s to a closed site with the friendly page’s status, never with one of its own',
    async (method) => {
      node.sites = [{ ...one, status: 'CLOSED' }, two];
      await node.hosts.applySites();
      const reply = await requestSite({ port: node.port, host: 'shop.example', path: '/form.php', method });
      expect(reply.status).toBe(503);
      expect(reply.headers['retry-after']).toBe('3600');
      expect(reply.headers['content-type']).toBe('text/html; charset=utf-8');
    },
  );

  it('runs no PHP of a closed site, and ends running scripts', async () => {
    const mark = join(node.root('vhone'), 'data/mark.txt');
    await put(
      'vhone',
      'wwwroot/work.php',
      `<?php while (true) { file_put_contents('${mark}', getmypid()); usleep(20000); }`,
    );
    const begun = node.request('vhone.localhost', '/work.php').catch(() => undefined);
    while (!(await pathExists(mark))) await sleep(20);
    node.sites = [{ ...one, status: 'CLOSED' }, two];
    await node.hosts.applySites();
    await begun;
    await rm(mark, { force: true });
    expect((await node.request('vhone.localhost', '/work.php')).status).toBe(503);
    await sleep(100);
    expect(await pathExists(mark)).toBe(false);
  });

  describe('restarting a site', () => {
    const masterOf = async (site: NodeSite) => {
      expect((await node.request(`${site.hostCode}.localhost`, '/pid.php')).body).toMatch(/^\d+$/);
      return node.php?.runOf(site.hostCode)?.pid;
    };
    beforeAll(async () => {
      await put('vhone', 'wwwroot/pid.php', '<?php echo getmypid();');
      await put('vhtwo', 'wwwroot/pid.php', '<?php echo getmypid();');
      await put('vhtwo', 'wwwroot/who.txt', 'two');
    });

    it('ends its PHP, which the next visitor starts again, and not that of a neighbour', async () => {
      const [mine, neighbour] = [await masterOf(one), await masterOf(two)];
      await node.hosts.restartSite(one.hostCode);
      expect(await commandLine(mine ?? 0)).toBe('');
      expect(await masterOf(one)).not.toBe(mine);
      expect(await masterOf(two)).toBe(neighbour);
    });

    it('lets a running request complete, and waits only for a while', async () => {
      const begun = (name: string) => join(node.root('vhone'), 'data', name);
      const mark = (name: string) => `touch('${begun(name)}');`;
      await put('vhone', 'wwwroot/slow.php', `<?php ${mark('slow')} usleep(600000); echo "done";`);
      await put('vhone', 'wwwroot/stuck.php', `<?php ${mark('stuck')} while (true) {}`);
      const slow = node.request('vhone.localhost', '/slow.php');
      while (!(await pathExists(begun('slow')))) await sleep(20);
      const stuck = node.request('vhone.localhost', '/stuck.php');
      while (!(await pathExists(begun('stuck')))) await sleep(20);
      await node.hosts.restartSite(one.hostCode);
      expect((await slow).body).toBe('done');
      expect((await stuck).status).toBe(502);
    });

    it('serves a visitor who connects during the restart', async () => {
      await put('vhone', 'wwwroot/nap.php', '<?php usleep(400000); echo "awake";');
      const visitors = Array.from({ length: 12 }, () => node.request('vhone.localhost', '/nap.php'));
      await sleep(150);
      await node.hosts.restartSite(one.hostCode);
      expect((await Promise.all(visitors)).map((reply) => reply.body)).toEqual(Array(12).fill('awake'));
    });

    (separate ? it : it.skip)(
      'leaves every other process of the host’s uid alone, whatever its title',
      async () => {
        const title = `php-fpm: pool ${one.hostCode}`;
        const other = start(
          {
            file: process.execPath,
            args: ['-e', `process.title = ${JSON.stringify(title)}; setInterval(() => {}, 1000)`],
          },
          { stdio: 'ignore', identity: { uid: one.uid, gid: one.uid } },
        );
        try {
          while ((await commandLine(other.pid ?? 0)) !== title) await sleep(20);
          await masterOf(one);
          await node.hosts.restartSite(one.hostCode);
          expect([other.exitCode, other.signalCode]).toEqual([null, null]);
        } finally {
          killGroup(other.pid, 'SIGKILL');
        }
      },
    );

    it('applies the configuration again for a site without PHP', async () => {
      node.sites = [one, { ...two, language: 'HTML', domains: ['fresh.example'] }];
      expect(await node.hosts.restartSite(two.hostCode)).toMatchObject({ changed: true, refused: [] });
      expect((await node.request('fresh.example', '/who.txt')).body).toBe('two');
    });

    it('refuses a closed, a suspended and an unknown host', async () => {
      node.sites = [
        { ...one, status: 'CLOSED' },
        { ...two, status: 'BLOCKING' },
      ];
      await expect(node.hosts.restartSite(one.hostCode)).rejects.toMatchObject({ reason: 'site-closed' });
      await expect(node.hosts.restartSite(two.hostCode)).rejects.toMatchObject({ reason: 'host-blocked' });
      node.sites = [one];
      await expect(node.hosts.restartSite(two.hostCode)).rejects.toMatchObject({ reason: 'host-gone' });
    });
  });

  it('keeps the last good configuration of a host whose new one is invalid, and serves its neighbours', async () => {
    node.sites = [
      { ...one, documents: ['a;}\nserver{root /'] },
      { ...two, domains: ['new.example'] },
    ];
    const applied = await node.hosts.applySites();
    expect(applied.refused).toMatchObject([{ hostCode: 'vhone' }]);
    expect(applied.refused[0]?.reason).toContain('not fit');
    expect((await node.request('shop.example', '/who.txt')).body).toBe('one');
    expect((await node.request('new.example', '/who.txt')).body).toBe('two');
    node.sites = [one, two];
    await node.hosts.applySites();
  });

  /** The live files of both hosts and around them. */
  const liveFiles = async (): Promise<Map<string, string>> => {
    const { current } = instanceOf(node.places, 'sites');
    const hosts = ['vhone', 'vhtwo'].flatMap((code) => [`hosts/${code}.conf`, `hosts/${code}.site`]);
    const names = ['nginx.conf', 'fastcgi.conf', ...hosts];
    return new Map(
      await Promise.all(
        names.map(async (name) => [name, await readFile(join(current, name), 'utf8')] as const),
      ),
    );
  };
  const publish = async (files: ReadonlyMap<string, string>) => {
    const { nginx } = node.engines;
    if (!nginx) throw new Error('nginx is not installed');
    const rendering = { files, refused: [] };
    const result = await publishSites(nginx, instanceOf(node.places, 'sites'), {
      sites: [one, two],
      rendering,
    });
    return { ...result, refused: result.refused.map(({ site, reason }) => [site.hostCode, reason]) };
  };

  it('keeps the old file of a host whose new one nginx refuses, and applies those of all others', async () => {
    const files = await liveFiles();
    const two2 = files
      .get('hosts/vhtwo.site')
      ?.replace('location / {', 'location = /new { return 204; }\n  location / {');
    files.set('hosts/vhtwo.site', two2 ?? '');
    files.set('hosts/vhone.conf', 'server { server_name a; no_such_directive on; }\n');
    expect(await publish(files)).toEqual({
      changed: true,
      refused: [['vhone', expect.stringContaining('no_such_directive')]],
    });
    expect((await node.request('vhone.localhost', '/who.txt')).body).toBe('one');
    expect((await node.request('vhtwo.localhost', '/new')).status).toBe(204);
  });

  it('reverts a change that passes its own check but that nginx refuses beside the other hosts', async () => {
    const files = await liveFiles();
    const addUpstream = (file: string) =>
      files.set(file, `upstream same { server 127.0.0.1:1; }\n${files.get(file) ?? ''}`);
    addUpstream('hosts/vhone.conf');
    expect(await publish(files)).toEqual({ changed: true, refused: [] });
    addUpstream('hosts/vhtwo.conf');
    expect(await publish(files)).toMatchObject({
      refused: [['vhtwo', expect.stringContaining('duplicate upstream')]],
    });
    expect((await node.request('vhone.localhost', '/who.txt')).body).toBe('one');
    expect((await node.request('vhtwo.localhost', '/who.txt')).body).toBe('two');
    expect(
      await readFile(join(instanceOf(node.places, 'sites').current, 'hosts/vhtwo.conf'), 'utf8'),
    ).not.toContain('same');
  });

  it('publishes no configuration that nginx refuses', async () => {
    const instance = instanceOf(node.places, 'sites');
    const before = await readlink(instance.current);
    const { nginx } = node.engines;
    if (!nginx) throw new Error('nginx is not installed');
    const broken = new Map([
      ['nginx.conf', 'events {}\nhttp { include generation.conf; server { no_such_directive on; } }\n'],
    ]);
    await expect(publishNginx(nginx, instance, { files: broken })).rejects.toMatchObject({
      reason: 'config-refused',
    });
    expect(await readlink(instance.current)).toBe(before);
    expect((await node.request('vhone.localhost', '/who.txt')).body).toBe('one');
  });

  it('completes, at its start, host folders that a killed worker left missing or partial', async () => {
    const [three, four] = [testSite('vhthree', node.uid(2)), testSite('vhfour', node.uid(3))];
    await mkdir(join(node.root('vhfour'), 'wwwroot'), { recursive: true });
    node.sites = [one, two, three, four];
    expect(await node.hosts.begin()).toMatchObject({ hosts: 4, refused: [] });
    for (const name of ['vhthree', 'vhfour']) {
      expect((await node.request(`${name}.localhost`, '/')).body).toContain('网站已创建');
      expect((await lstat(join(node.root(name), 'logs/access.log'))).isFile()).toBe(true);
    }
  });

  it('stops serving a removed host and removes its tree', async () => {
    node.sites = [one];
    await node.hosts.removeHost(two.hostCode);
    expect((await node.request('vhtwo.localhost', '/who.txt')).status).toBe(421);
    await expect(lstat(node.root('vhtwo'))).rejects.toThrow('ENOENT');
    expect((await node.request('vhone.localhost', '/uid.php')).status).toBe(200);
  });
});

describe('a node without PHP', () => {
  let node: TestNode;
  beforeAll(async () => {
    node = await TestNode.make((engines) => ({ ...engines, php: undefined }));
    node.sites = [testSite('vhone', node.uid(0))];
    await node.hosts.begin();
    await node.startEngines();
  });
  afterAll(() => node.close());

  it('serves static pages, and reports for a script what is missing', async () => {
    expect((await node.request('vhone.localhost', '/')).status).toBe(200);
    for (const method of ['GET', 'POST']) {
      const reply = await requestSite({
        port: node.port,
        host: 'vhone.localhost',
        path: '/index.php',
        method,
      });
      expect(reply.status).toBe(503);
      expect(reply.body).toContain('PHP');
    }
  });
});
