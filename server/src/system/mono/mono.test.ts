import { readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { netSites, aspxPage, pageThatPrints, type NetSites } from '#testing/net-sites';
import { itCaged } from '#testing/it-caged';
import { TestNode } from '#testing/node-engines';
import { findProcesses } from '#testing/find-processes';
import { PART_MARK } from '#system/process/exec';
import { pathExists } from '#system/disk/exists';
import { isolationHere, WEB_GID } from '#system/process/identity';
import { monoSocket } from '#system/settings/paths';
import type { NodeSite } from '#system/site/site';
import { MonoApps } from './apps';

const separate = isolationHere().is === 'separate';

/** Differs between two runs of a server; in cages their pids may be equal. */
const PID = 'System.Diagnostics.Process.GetCurrentProcess().StartTime.Ticks';

/** Output of a page that tries to read a file. */
const READER = aspxPage(
  'try { Response.Write("read " + System.IO.File.ReadAllText(Request.QueryString["file"])); } ' +
    'catch (Exception e) { Response.Write("refused " + e.GetType().Name); }',
);

describe('.NET sites on a real Mono', () => {
  let node: TestNode;
  let sites: NetSites;
  let one: NodeSite;
  let two: NodeSite;

  const put: NetSites['put'] = (...given) => sites.put(...given);
  const visit: NetSites['visit'] = (...given) => sites.visit(...given);
  const body: NetSites['body'] = (...given) => sites.body(...given);
  const servers: NetSites['servers'] = (...given) => sites.servers(...given);
  const inForce: NetSites['inForce'] = (...given) => sites.inForce(...given);
  const until = async (holds: () => Promise<boolean>) => {
    while (!(await holds())) await sleep(50);
  };

  /**
   * A change of an application file ends the server; a reply in progress is cut off, and the test requests it
   * again.
   */
  const cutOffOr = (path: string, answer: string) =>
    body(path).then(
      (text) => text === answer,
      () => false,
    );

  beforeAll(async () => {
    node = await TestNode.make();
    sites = netSites(node);
    if (!node.engines.mono) throw new Error('Mono is not installed');
    [one, two] = [sites.site('netone'), sites.site('nettwo')];
    node.sites = [one, two];
    await node.hosts.begin();
    await node.startNginx();
    await put('netone', 'default.aspx', pageThatPrints('"first page"'));
    await put('netone', 'pid.aspx', pageThatPrints(PID));
    await put('netone', 'who.aspx', pageThatPrints('System.IO.File.ReadAllText("/proc/self/status")'));
    await put('netone', 'env.aspx', pageThatPrints('System.IO.File.ReadAllText("/proc/self/environ")'));
    await put('netone', 'path.aspx', pageThatPrints('Request.PathInfo + "|" + Request.QueryString["q"]'));
    await put('netone', 'form.aspx', pageThatPrints('Request.HttpMethod + " " + Request.Form["name"]'));
    await put('netone', 'read.aspx', READER);
    await put('netone', 'fails.aspx', aspxPage('throw new Exception("inner-words");'));
    await put('netone', 'own.aspx', aspxPage('Response.StatusCode = 404; Response.Write("own words");'));
    await put('netone', 'plain.txt', 'plain');
    await put('nettwo', 'pid.aspx', pageThatPrints(PID));
    await put('nettwo', 'secret.txt', 'of two');
  });
  afterAll(() => node.close());

  it('starts no server before the first request', async () => {
    expect(await body('/plain.txt')).toBe('plain');
    expect(await servers('netone')).toEqual([]);
  });

  it('serves a page as default document, by name, with path and query, under the uid of the host', async () => {
    expect(await visit('/')).toMatchObject({ status: 200, body: 'first page' });
    expect(await body('/path.aspx/a/b?q=1')).toBe('/a/b|1');
    expect(await visit('/missing.aspx')).toMatchObject({ status: 404 });
    const status = await body('/who.aspx');
    if (separate) {
      expect(status).toMatch(new RegExp(`^Uid:(\\t${one.uid}){4}$`, 'm'));
      expect(status).toMatch(new RegExp(`^Gid:(\\t${one.uid}){4}$`, 'm'));
      expect(status).toMatch(/^Groups:\s*$/m);
    }
  });

  it('gives programs an environment of only what Mono needs', async () => {
    const names = (await body('/env.aspx')).split('\0').map((entry) => entry.split('=')[0]);
    expect(names.filter(Boolean).sort()).toEqual([
      'HOME',
      'LANG',
      'LC_ALL',
      'MONO_CFG_DIR',
      'MONO_DISABLE_SHARED_AREA',
      'MONO_GC_PARAMS',
      'MONO_SHARED_DIR',
      'PATH',
      ...(node.engines.cages.is === 'on' ? ['PWD'] : []),
      'TMPDIR',
    ]);
  });

  it.each([
    '/web.config',
    '/Web.Config',
    '/bin/x.dll',
    '/BIN/x.dll',
    '/App_Data/users.mdb',
    '/app_data/x.txt',
    '/a/App_Code/x.txt',
    '/Global.asax',
    '/x.cs',
    '/site.master',
    '/bin/x.aspx',
    '/App_Data/x.aspx',
  ])('serves no %s', async (path) => {
    await put('netone', path.slice(1), path.endsWith('.config') ? '<configuration/>' : 'source-words');
    const { status, body: text } = await visit(path);
    await rm(join(node.root('netone'), 'wwwroot', path));
    expect({ status, found: /source-words|<configuration/.test(text) }).toEqual({
      status: 404,
      found: false,
    });
  });

  it('reads no file of a neighbour or of the server', async () => {
    const neighbour = node.root('nettwo');
    const files = [
      join(neighbour, 'wwwroot/secret.txt'),
      join(neighbour, 'logs/access.log'),
      join(node.places.secrets, 'x'),
      '/etc/shadow',
      node.places.workerSocket,
    ];
    if (!separate) return;
    for (const file of files)
      expect(await body(`/read.aspx?file=${encodeURIComponent(file)}`)).toMatch(/^refused /);
    await symlink(join(neighbour, 'wwwroot/pid.aspx'), join(node.root('netone'), 'wwwroot/link.aspx'));
    expect((await visit('/link.aspx')).status).not.toBe(200);
    await rm(join(node.root('netone'), 'wwwroot/link.aspx'));
  });

  it('listens on sockets that only the web server may connect to', async () => {
    await body('/pid.aspx');
    const socket = await stat(monoSocket(node.places, one.hostCode));
    expect(socket.mode & 0o777).toBe(0o660);
    if (!separate) return;
    expect([socket.uid, socket.gid]).toEqual([0, WEB_GID]);
    for (const folder of [node.places.monoSockets, node.places.monoServers]) {
      const listing = `Response.Write(String.Join(" ", System.IO.Directory.GetFileSystemEntries("${folder}")));`;
      await put(
        'netone',
        'list.aspx',
        aspxPage(`try { ${listing} } catch (Exception) { Response.Write("closed"); }`),
      );
      await until(async () => (await body('/list.aspx')) !== '');
      expect(await body('/list.aspx')).toBe('closed');
    }
  });

  itCaged('shows a program the processes and files of its own site only', async () => {
    await body('/pid.aspx', 'nettwo');
    const processes =
      'foreach (var folder in System.IO.Directory.GetDirectories("/proc")) { int pid; ' +
      'if (int.TryParse(System.IO.Path.GetFileName(folder), out pid)) Response.Write(System.IO.File.ReadAllText(folder + "/comm")); }';
    const files = `foreach (var entry in System.IO.Directory.GetFileSystemEntries("${node.places.hosts}")) Response.Write(entry);`;
    await put('netone', 'processes.aspx', aspxPage(processes));
    await put('netone', 'hosts.aspx', aspxPage(files));
    await until(() => cutOffOr('/processes.aspx', 'bwrap\nmono\n'));
    await until(() => cutOffOr('/hosts.aspx', node.root('netone')));
  });

  it('serves pages on a machine that permits no cages', async () => {
    const { mono: engine } = node.engines;
    if (!engine) throw new Error('Mono is not installed');
    const cages = { is: 'off', why: 'rights' } as const;
    const around = { engine, places: node.places, isolation: isolationHere(), shares: undefined };
    const apps = new MonoApps({ ...around, cages });
    await node.hosts.close();
    try {
      await apps.open([one]);
      expect(await body('/path.aspx/a?q=1')).toBe('/a|1');
      expect(await body('/env.aspx')).not.toContain('PWD=');
    } finally {
      await apps.close();
    }
    await inForce(one, two);
  });

  it.each([
    ['off', '', 'neither'],
    ['details', '', 'details'],
    ['custom', 'Sorry <b>\nzweite Zeile', 'own words'],
  ] as const)('shows errors as the owner has set: %s', async (notify, msg, shown) => {
    await inForce(sites.site('netone', { scriptError: { notify, msg } }), two);
    const { status, body: text } = await visit('/fails.aspx');
    const own = text.includes('Sorry &#60;b&#62;\nzweite');
    const seen = text.includes('inner-words') ? 'details' : own ? 'own words' : 'neither';
    expect({ status, seen }).toEqual({ status: 500, seen: shown });
    // Error replies of the program itself stay unchanged.
    expect(await visit('/own.aspx')).toMatchObject({ status: 404, body: 'own words' });
    await inForce(one, two);
  });

  it('restarts after a change of settings, without restarting a neighbour', async () => {
    const [mine, other] = [await body('/pid.aspx'), await body('/pid.aspx', 'nettwo')];
    await inForce(sites.site('netone', { dotNet: { ...one.dotNet, trustLevel: 'Medium' } }), two);
    const next = await body('/pid.aspx');
    expect(next).toMatch(/^\d+$/);
    expect(next).not.toBe(mine);
    expect(await body('/pid.aspx', 'nettwo')).toBe(other);
    await inForce(one, two);
  });

  it('restarts with its site, and ends programs it started in other process groups', async () => {
    const before = await body('/pid.aspx');
    const mark = join(node.root('netone'), 'tmp/stray');
    await writeFile(mark, '');
    await put(
      'netone',
      'stray.aspx',
      aspxPage(
        `System.Diagnostics.Process.Start("/usr/bin/setsid", "-f /usr/bin/tail -f ${mark}"); Response.Write("begun");`,
      ),
    );
    expect(await body('/stray.aspx')).toBe('begun');
    await until(async () => (await findProcesses(`tail -f ${mark}`)).length > 0);
    await node.hosts.restartSite(one.hostCode);
    if (separate) expect(await findProcesses(`tail -f ${mark}`)).toEqual([]);
    expect(await servers('netone')).toEqual([]);
    const after = await body('/pid.aspx');
    expect(after).toMatch(/^\d+$/);
    expect(after).not.toBe(before);
  });

  it('passes addresses without a file to an application with routes, in integrated mode only', async () => {
    expect((await visit('/home/index')).status).toBe(404);
    const rewrite =
      'void Application_BeginRequest(object s, EventArgs e) { if (Request.Path == "/home/index") Context.RewritePath("/routed.aspx"); }';
    await put('netone', 'routed.aspx', pageThatPrints('"routed"'));
    await put(
      'netone',
      'Global.asax',
      `<%@ Application Language="C#" %><script runat="server">${rewrite}</script>`,
    );
    await until(() => cutOffOr('/home/index', 'routed'));
    expect((await visit('/favicon.ico')).status).toBe(404);
    await inForce(sites.site('netone', { dotNet: { ...one.dotNet, mode: 'classic' } }), two);
    expect((await visit('/home/index')).status).toBe(404);
    await inForce(one, two);
  });

  it('reports what an address would reach without asking the application', async () => {
    const testRule = (url: string) => node.hosts.queries.testRule({ hostCode: one.hostCode, url });
    expect((await testRule('/pid.aspx')).outcome).toMatchObject({ is: 'script' });
    expect((await testRule('/web.config')).outcome).toMatchObject({ status: 404 });
  });

  it('keeps no visitor waiting when its web.config changes during requests', async () => {
    const config = (words: string) =>
      `<configuration><appSettings><add key="words" value="${words}" /></appSettings></configuration>`;
    await put(
      'netone',
      'words.aspx',
      pageThatPrints('System.Configuration.ConfigurationManager.AppSettings["words"]'),
    );
    await put('netone', 'web.config', config('round 0'));
    await until(() => cutOffOr('/words.aspx', 'round 0'));
    const statuses = new Set<number>();
    let isOver = false;
    const visitors = [1, 2, 3, 4].map(async () => {
      while (!isOver) {
        // A reply in progress is cut off, which is not waiting either.
        const answer = await visit('/words.aspx').catch(() => undefined);
        if (answer) statuses.add(answer.status);
        // Leaves the processors to the starting server.
        await sleep(20);
      }
    });
    for (const round of [1, 2]) {
      await put('netone', 'web.config', config(`round ${round}`));
      await until(() => cutOffOr('/words.aspx', `round ${round}`));
    }
    isOver = true;
    await Promise.all(visitors);
    expect([...statuses]).toEqual([200]);
    await rm(join(node.root('netone'), 'wwwroot/web.config'));
  });

  it('repeats a page request whose server was killed, and sends no form twice', async () => {
    const file = join(node.root('netone'), 'data/count');
    const slow =
      `System.IO.File.AppendAllText("${file}", "x"); ` +
      `if (new System.IO.FileInfo("${file}").Length != 2) System.Threading.Thread.Sleep(200000); Response.Write("done");`;
    await put('netone', 'slow.aspx', aspxPage(slow));
    const count = () => readFile(file, 'utf8').catch(() => '');
    const killed = async (method: string, begun: string) => {
      const reply = visit('/slow.aspx', 'netone', method);
      await until(async () => (await count()) === begun);
      for (const pid of await servers('netone')) process.kill(pid, 'SIGKILL');
      return reply;
    };
    expect(await killed('GET', 'x')).toMatchObject({ status: 200, body: 'done' });
    expect((await killed('POST', 'xxx')).status).toBe(502);
    expect(await count()).toBe('xxx');
    expect(await body('/pid.aspx')).toMatch(/^\d+$/);
  });

  it('runs no server while the site is closed or suspended, and one again afterwards', async () => {
    for (const status of ['CLOSED', 'BLOCKING'] as const) {
      expect(await body('/pid.aspx')).toMatch(/^\d+$/);
      await inForce({ ...one, status }, two);
      expect(await servers('netone')).toEqual([]);
      expect((await visit('/pid.aspx')).status).toBe(503);
      await inForce(one, two);
    }
  });

  it('ends an idle server, and the longest idle one when no more fit', async () => {
    const { mono: engine } = node.engines;
    if (!engine) throw new Error('Mono is not installed');
    const { cages } = node.engines;
    const around = { engine, places: node.places, isolation: isolationHere(), cages, shares: undefined };
    // Replaces the node's own listeners; nginx knows them by their paths.
    await node.hosts.close();
    expect([...(await servers('netone')), ...(await servers('nettwo'))]).toEqual([]);
    const few = new MonoApps({ ...around, mostServers: 1 });
    try {
      await few.open([one, two]);
      await body('/pid.aspx');
      await until(async () => /^\d+$/.test(await body('/pid.aspx', 'nettwo')));
      expect(await servers('netone')).toEqual([]);
    } finally {
      await few.close();
    }
    const short = new MonoApps({ ...around, idleMs: 1 });
    try {
      await short.open([one]);
      expect(await body('/pid.aspx')).toMatch(/^\d+$/);
      await until(async () => (await servers('netone')).length === 0);
    } finally {
      await short.close();
    }
  });

  it('starts servers one after another when many are requested at once', async () => {
    const { mono: engine } = node.engines;
    if (!engine) throw new Error('Mono is not installed');
    const { cages } = node.engines;
    const around = { engine, places: node.places, isolation: isolationHere(), cages, shares: undefined };
    const [begun, go] = ['begun', 'go'].map((name) => join(node.root('netone'), 'tmp', name));
    if (!begun || !go) throw new Error('no paths');
    await put(
      'netone',
      'waits.aspx',
      aspxPage(
        `System.IO.File.WriteAllText("${begun}", ""); ` +
          `while (!System.IO.File.Exists("${go}")) System.Threading.Thread.Sleep(20); Response.Write("went");`,
      ),
    );
    const apps = new MonoApps({ ...around, startsAtOnce: 1, longestStart: 240_000 });
    try {
      await apps.open([one, two]);
      const first = body('/waits.aspx');
      await until(async () => (await servers('netone')).length > 0);
      // All visitors who wait for one site take one turn.
      const second = Promise.all([1, 2, 3].map(() => body('/pid.aspx', 'nettwo')));
      await until(() => pathExists(begun));
      expect(await servers('nettwo')).toEqual([]);
      await writeFile(go, '');
      expect(await first).toBe('went');
      const pids = new Set(await second);
      expect(pids.size).toBe(1);
      expect([...pids].join()).toMatch(/^\d+$/);
    } finally {
      await apps.close();
    }
  });

  (separate ? it : it.skip)('gives no server the mark that identifies our own programs', async () => {
    const mark = `worker@${node.places.run}`;
    process.env[PART_MARK] = mark;
    const { mono: engine } = node.engines;
    if (!engine) throw new Error('Mono is not installed');
    const apps = new MonoApps({
      engine,
      places: node.places,
      isolation: isolationHere(),
      cages: node.engines.cages,
      shares: undefined,
    });
    try {
      await apps.open([one]);
      expect(await body('/env.aspx')).toContain('MONO_CFG_DIR=');
      expect(await body('/env.aspx')).not.toContain(mark);
    } finally {
      Reflect.deleteProperty(process.env, PART_MARK);
      await apps.close();
    }
  });

  it('reports that .NET is missing if it is not installed, and serves static files', async () => {
    const without = await TestNode.make((engines) => ({ ...engines, mono: undefined }));
    try {
      without.sites = [one];
      await without.hosts.begin();
      await without.startNginx();
      const { status, body: text } = await without.request('netone.localhost', '/x.aspx');
      expect({ status, found: text.includes('.NET is not installed') }).toEqual({ status: 503, found: true });
      expect((await without.request('netone.localhost', '/')).status).toBe(200);
      expect((await without.request('netone.localhost', '/web.config')).status).toBe(404);
      expect(without.hosts.queries.runtimes().NET).toBeNull();
    } finally {
      await without.close();
    }
  });
});
