import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TestMariadb } from '#testing/mariadb';
import { AdminToolServer, cookieOf } from '#testing/admin-tool-server';
import { ensureHostDatabase } from '#system/mariadb/accounts/host-accounts';
import { withAdmin } from '#system/mariadb/connection/server';
import { issueTicket, type ToolLogin } from './tickets';

/** No server listens there: the tests only need what the tool shows before it connects. Adminer refuses ports below 1024. */
const NOWHERE: ToolLogin = {
  host: '127.0.0.1:1024',
  user: 'u_vh1',
  password: 'secret-0123',
  database: 'u_vh1',
};
const NAMES = /^[a-f0-9]{64}\.json$/;

/** Names of the console's style sheets that apply to every browser. */
const styleSheets = (page: string): readonly string[] =>
  [...page.matchAll(/<link rel='stylesheet' href='\/style\/(\w+)\.css/g)].map(([, name = '']) => name);

describe('the server of the admin tool', () => {
  let tool: AdminToolServer;
  const leave = (visit: Partial<ToolLogin> = {}) =>
    issueTicket(tool.places.tool.tickets, { ...NOWHERE, ...visit });

  beforeAll(async () => {
    tool = await AdminToolServer.make();
  });
  afterAll(() => tool.close());

  it('accepts a ticket once, at an address that contains no password', async () => {
    const ticket = await leave();
    const first = await tool.request(`/enter/${ticket}`);
    expect(first.status).toBe(303);
    expect(first.headers.location).toBe('/?username=u_vh1&db=u_vh1');
    expect(first.headers['set-cookie']?.join()).toMatch(/adminer_sid=.*HttpOnly.*SameSite=Lax/i);
    expect((await tool.request(`/enter/${ticket}`)).status).toBe(403);
    expect(JSON.stringify(first)).not.toContain(NOWHERE.password);
    expect(await readdir(tool.places.tool.tickets)).toEqual([]);
  });

  it('accepts only one of many simultaneous requests with the same ticket', async () => {
    const ticket = await leave();
    const replies = await Promise.all(Array.from({ length: 8 }, () => tool.request(`/enter/${ticket}`)));
    expect(replies.filter(({ status }) => status === 303)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 403)).toHaveLength(7);
  });

  it.each([
    ['nothing', '/enter/'],
    ['another', `/enter/${'A'.repeat(43)}`],
    ['a way out of the folder', '/enter/..%2f..%2fetc%2fpasswd'],
    ['a longer one', `/enter/${'A'.repeat(300)}`],
    ['a line end behind it', `/enter/${'A'.repeat(43)}%0a`],
  ])('refuses a ticket that is %s', async (_what, path) => {
    expect([400, 403, 404]).toContain((await tool.request(path)).status);
  });

  it('refuses expired tickets, and removes unused ones', async () => {
    const ticket = await leave();
    const [name = ''] = (await readdir(tool.places.tool.tickets)).filter((one) => NAMES.test(one));
    const file = join(tool.places.tool.tickets, name);
    await writeFile(file, JSON.stringify({ ...NOWHERE, until: Math.floor(Date.now() / 1000) - 1 }));
    expect((await tool.request(`/enter/${ticket}`)).status).toBe(403);

    await leave();
    const [left = ''] = await readdir(tool.places.tool.tickets);
    const longAgo = new Date(Date.now() - 600_000);
    await utimes(join(tool.places.tool.tickets, left), longAgo, longAgo);
    const next = await leave();
    expect(await readdir(tool.places.tool.tickets)).toHaveLength(1);
    expect(await tool.enter(next)).toMatch(/^adminer_sid=/);
  });

  it('shows no data without a visit', async () => {
    for (const path of ['/', '/?username=u_vh1&db=u_vh1', '/?file=default.css', '/?server=evil.example']) {
      const reply = await tool.request(path);
      expect([path, reply.status]).toEqual([path, 403]);
      expect(reply.body).toContain('请从控制台重新打开');
    }
  });

  it('refuses a session id that the client chose', async () => {
    const chosen = 'adminer_sid=chosenbysomebodyelse1234567890';
    const reply = await tool.request(`/enter/${await leave()}`, { headers: { cookie: chosen } });
    expect(reply.headers['set-cookie']?.join()).toMatch(/adminer_sid=/);
    expect((await tool.request('/', { headers: { cookie: chosen } })).status).toBe(403);
  });

  it('answers only under its own name, and serves two scripts, their style sheets and no other file', async () => {
    for (const host of ['localhost', 'evil.example', '127.0.0.1'])
      expect((await tool.request('/', { headers: { host } })).status).toBe(421);
    for (const path of ['/style/console.css', '/style/light.css', '/style/dark.css'])
      expect([path, (await tool.request(path)).status]).toEqual([path, 200]);
    for (const path of [
      '/index.php',
      '/style/',
      '/style/none.css',
      '/style/../session.php',
      '/session.php',
      '/adminer-of-one.php',
      '/../../etc/passwd',
      '/x.php/y',
    ])
      expect([path, (await tool.request(path)).status]).toEqual([path, path.startsWith('/..') ? 400 : 404]);
  });

  it('signs in with a password of symbols, and shows the table, language and theme that the console asked for', async () => {
    const mariadb = await TestMariadb.make();
    try {
      const host = { name: 'u_vh1', user: 'u_vh1', password: String.raw`a"b'c\d\n#e$f;g%h <x> &amp;` };
      const access = { overQuota: false, clients: { local: true, remote: 'no' } } as const;
      await withAdmin(mariadb.server, async (admin) => {
        await ensureHostDatabase(admin, host, access);
        await admin.run('CREATE TABLE u_vh1.seen_by_the_tool (id INT)');
        await admin.run('CREATE TABLE u_vh1.`strange & <name>` (note TEXT)');
        await admin.run("INSERT INTO u_vh1.`strange & <name>` VALUES ('the first row')");
      });
      const at = `127.0.0.1:${mariadb.plan.listen?.port ?? 0}`;
      const cookie = await tool.enter(await leave({ host: at, password: host.password }));
      const { body } = await tool.request('/?username=u_vh1&db=u_vh1', { headers: { cookie } });
      expect(body).toContain('seen_by_the_tool');

      const table = 'strange & <name>';
      const visit = { host: at, password: host.password, table, theme: 'dark', language: 'en' } as const;
      const entered = await tool.request(`/enter/${await leave(visit)}`);
      const seen = await tool.request(entered.headers.location ?? '', {
        headers: { cookie: cookieOf(entered), 'accept-language': 'zh' },
      });
      expect(seen.body).toContain('the first row');
      expect(seen.body).toContain("lang='en'");
      expect(styleSheets(seen.body)).toEqual(['dark', 'console']);
    } finally {
      await mariadb.close();
    }
  });

  describe('a visit', () => {
    let cookie: string;
    const start = '/?username=u_vh1&db=u_vh1';
    const get = (path: string) => tool.request(path, { headers: { cookie } });
    const post = (path: string, fields: Readonly<Record<string, string>>) =>
      tool.request(path, {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(fields).toString(),
      });

    beforeEach(async () => {
      cookie = await tool.enter(await leave());
    });

    it('redirects every address that names another database or user to its own database', async () => {
      for (const path of ['/', '/?username=root', '/?username=u_vh1&db=mysql', '/?db=u_vh1&username=u_vh2']) {
        const { status, headers } = await get(path);
        expect([path, status, headers.location]).toEqual([path, 303, start]);
      }
    });

    it.each([
      'server=evil.example:3306',
      'pgsql=evil.example',
      'sqlite=/etc/passwd',
      'elastic=evil.example:9200',
    ])('connects to no other server: %s', async (choice) => {
      const { body } = await get(`${start}&${choice}`);
      // It tried the one server that the visit was opened for, where no server listens.
      expect(body).toMatch(/Connection refused|Can't connect|No such file/);
      expect(body).not.toContain('evil.example');
    });

    it('ignores logins sent by a form, and asks for no password', async () => {
      const { body } = await post(start, {
        'auth[driver]': 'server',
        'auth[server]': 'evil.example',
        'auth[username]': 'root',
        'auth[password]': 'x',
        'auth[db]': 'mysql',
      });
      expect(body).not.toContain('evil.example');
      expect(body).not.toMatch(/name=["']auth\[/);
      expect(body).not.toContain(NOWHERE.password);
    });

    it('allows no frame and no foreign script, and does not contact its makers', async () => {
      const { headers, body } = await get(start);
      const policy = String(headers['content-security-policy']);
      for (const rule of [
        "default-src 'none'",
        "frame-src 'none'",
        "frame-ancestors 'none'",
        "form-action 'self'",
      ])
        expect(policy).toContain(rule);
      expect(policy).toContain("connect-src 'self'");
      expect(policy).not.toContain('adminer.org');
      expect(headers['x-frame-options']).toBe('DENY');
      expect(body).not.toContain('verifyVersion');
      expect(body).not.toContain('serviceWorker');
    });

    it('ends when its owner signs out', async () => {
      await post(start, { logout: '1' });
      expect((await get(start)).status).toBe(403);
    });
  });
});
