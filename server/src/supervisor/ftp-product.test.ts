import { lstat, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, FTPError } from 'basic-ftp';
import {
  fetchUrl,
  HostCode,
  isOpen,
  listFolder,
  listVersions,
  PublicConfig,
  readText,
  readVersion,
  VhostInfo,
} from '@sitedeck/contract';
import { makeTaskStore } from '#queue/task-store';
import { openDb, type Db } from '#state/db';
import { postgresUrl } from '#system/postgres/postgres';
import { Browser, PASSWORD, Portal } from '#testing/browser';
import { requestSite } from '#testing/node-engines';
import { Product, type Launch } from '#testing/whole-product';

const CODE = HostCode.parse('vh10001');
const MB = 1024 * 1024;

describe('FTP and remote downloads, end to end', () => {
  let product: Product;
  let running: Launch;
  let browser: Browser;
  let db: Db;
  const open: Client[] = [];

  const signIn = async (password = PASSWORD, user = 'demo'): Promise<Client> => {
    const client = new Client(20_000);
    open.push(client);
    const at = { host: '127.0.0.1', port: Number(product.env['FTP_PORT']), user, password };
    await client.access({ ...at, secure: true, secureOptions: { rejectUnauthorized: false } });
    return client;
  };
  const isIn = (password?: string) =>
    signIn(password).then(
      () => true,
      (error: unknown) => {
        if (error instanceof FTPError && error.code === 530) return false;
        throw error;
      },
    );
  const put = (client: Client, content: string | Buffer, path: string) =>
    client.uploadFrom(Readable.from([content]), path);
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => 0,
      (error: unknown) => (error instanceof FTPError ? error.code : -1),
    );
  const lost = async (client: Client) => {
    while ((await client.send('NOOP').catch(() => ({ code: 0 }))).code === 200)
      await new Promise(setImmediate);
  };
  const change = (json: object) => browser.request('/api/vhost/ftp/change', { json });
  const names = async (path: string) => {
    const { entries } = listFolder.reply.parse((await browser.request('/fs/ls', { json: { path } })).res);
    return entries.map(({ name }) => name);
  };
  const logged = (result: string) =>
    db
      .selectFrom('operation_log')
      .select(['result', 'address', 'detail', 'host_code'])
      .where('action', '=', 'ftpLogin')
      .where('result', '=', result)
      .execute();

  const newBrowser = async () => {
    const { wireKey } = PublicConfig.parse(await (await fetch(`${product.console}/config.json`)).json());
    return new Browser({ url: product.console, core: { config: { wireKey } } });
  };

  beforeAll(async () => {
    product = await Product.make();
    running = await product.launch({ SITEDECK_DEMO_PASSWORD: PASSWORD, EGRESS_ALLOW: '127.0.0.1' }).ready();
    browser = await newBrowser();
    expect((await browser.login('demo', PASSWORD)).code).toBe('200');
    const password = (await readFile(join(product.places.secrets, 'postgres-password'), 'utf8')).trim();
    db = openDb(postgresUrl({ socketFolder: product.places.postgresRun, password }), { max: 1 });
  });
  afterEach(() => open.splice(0).forEach((client) => client.close()));
  afterAll(async () => {
    await db.destroy();
    await product.close();
  });

  it('accepts the console’s password, and shows the files that console and visitors see', async () => {
    expect(running.stdout).toMatch(/pyftpdlib \d/);
    const client = await signIn();
    expect((await client.list()).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['wwwroot', 'logs']),
    );
    await put(client, 'by FTP', '/wwwroot/ftp.txt');
    expect(await names('/wwwroot')).toContain('ftp.txt');
    expect(await names('/')).toEqual(['data', 'logs', 'tmp', 'wwwroot']);
    const site = { port: product.sitesPort, host: `${CODE}.localhost`, path: '/ftp.txt' };
    expect((await requestSite(site)).body).toBe('by FTP');
    await browser.request('/fs/echo', { json: { path: '/wwwroot/console.txt', content: 'by hand' } });
    await client.rename('/wwwroot/console.txt', '/wwwroot/renamed.txt');
    expect(await names('/wwwroot')).toContain('renamed.txt');
    expect(await logged('ok')).toMatchObject([
      { host_code: CODE, detail: { source: 'FTP', encrypted: true } },
    ]);
    const info = VhostInfo.parse((await browser.request('/api/vhost/info', { method: 'POST' })).res);
    expect(info.ftp).toMatchObject({
      port: Number(product.env['FTP_PORT']),
      user: 'demo',
      served: true,
      tls: 'offered',
      canBeReadOnly: true,
    });
  });

  it('enforces the quota, and counts existing files', async () => {
    const { size } = await lstat(join(product.places.hosts, CODE, '.ftpquota'));
    expect(size).toBe(0);
    await db
      .updateTable('host')
      .set({ disk_quota: 4 * MB })
      .where('code', '=', CODE)
      .execute();
    // By the console, which counts what it writes: it may have measured the tree before.
    const before = { path: '/data/before.txt', content: 'x'.repeat(2 * MB) };
    expect((await browser.request('/fs/echo', { json: before })).code).toBe('200');
    const client = await signIn();
    await put(client, Buffer.alloc(MB), '/data/fits.bin');
    client.close();
    const secondClient = await signIn();
    expect(await codeOf(put(secondClient, Buffer.alloc(0), '/data/empty.bin'))).toBe(0);
    const counted = (await readFile(join(product.places.hosts, CODE, '.ftpquota'), 'utf8')).trim();
    expect(Number(counted.split(' ')[1])).toBeGreaterThanOrEqual(3 * MB);
    await db.updateTable('host').set({ disk_quota: null }).where('code', '=', CODE).execute();
  });

  it('refuses writes at once when the owner makes FTP read-only', async () => {
    const client = await signIn();
    expect((await change({ writable: false })).res).toEqual({ enabled: true, writable: false });
    await lost(client);
    const reader = await signIn();
    expect((await reader.list('/wwwroot')).length).toBeGreaterThan(0);
    expect(await codeOf(put(reader, 'x', '/wwwroot/ftp.txt'))).toBe(550);
    await change({ writable: true });
    await lost(reader);
    await put(await signIn(), 'again', '/wwwroot/ftp.txt');
  });

  it('allows only reading while a task locks the tree, and writing when it has ended', async () => {
    const tasks = makeTaskStore(db);
    const task = await tasks.create({
      hostCode: CODE,
      type: 'WEB_BACKUP_RESTORE',
      params: {},
      operator: 'demo',
      status: 'RUNNING',
    });
    const client = await signIn();
    expect(await codeOf(put(client, 'x', '/wwwroot/ftp.txt'))).toBe(550);
    await tasks.finish(task.id, { status: 'STOP' });
    await lost(client);
    expect(await codeOf(put(await signIn(), 'x', '/wwwroot/ftp.txt'))).toBe(0);
  });

  it('ends sessions and refuses sign-ins when FTP is switched off', async () => {
    const client = await signIn();
    await change({ enabled: false });
    await lost(client);
    expect(await isIn()).toBe(false);
    await change({ enabled: true });
    expect(await isIn()).toBe(true);
    expect(await logged('ftp-off')).toHaveLength(1);
  });

  it('restores read-only access when the FTP daemon restarts after kill -9', async () => {
    const said = running.stdout.length;
    process.kill(await product.pidOf('ftp'), 'SIGKILL');
    await running.says('ftp is back', said);
    await change({ writable: false });
    expect(await codeOf(put(await signIn(), 'x', '/wwwroot/ftp.txt'))).toBe(550);
    await change({ writable: true });
  });

  it('refuses sign-ins while the host is suspended', async () => {
    const client = await signIn();
    await db.updateTable('host').set({ suspended: true }).where('code', '=', CODE).execute();
    await lost(client);
    expect(await isIn()).toBe(false);
    await db.updateTable('host').set({ suspended: false }).where('code', '=', CODE).execute();
  });

  it('accepts a new password at once, and the old one no longer', async () => {
    const client = await signIn();
    const key = (await readFile(join(product.places.secrets, 'provider-key'), 'utf8')).trim();
    const portal = new Portal({ providerUrl: `http://${product.env['ADMIN_BIND']}` }, key);
    const change = (password: string) =>
      portal.request(`/provider/hosts/${CODE}`, { method: 'PATCH', json: { password } });
    expect((await change('another horse 22')).code).toBe('200');
    await lost(client);
    expect(await isIn()).toBe(false);
    expect(await isIn('another horse 22')).toBe(true);
    await change(PASSWORD);
    browser = await newBrowser();
    expect((await browser.login('demo', PASSWORD)).code).toBe('200');
  });

  it('downloads a URL as a task, and reaches only public addresses and those that the provider allows', async () => {
    const far = createServer((_request, reply) => reply.end('from afar'));
    await new Promise<void>((resolve) => far.listen(0, '0.0.0.0', resolve));
    const { port } = far.address() as AddressInfo;
    const endOf = async (url: string) => {
      const begun = await browser.request('/fs/fetch', { json: { url, to: '/wwwroot' } });
      const { taskId } = fetchUrl.reply.parse(begun.res);
      for (;;) {
        const task = await makeTaskStore(db).get(taskId);
        if (task && !isOpen(task.status)) return [task.status, task.info];
        await sleep(50);
      }
    };
    try {
      const done = ['RUNNING_SUCCESS', { path: '/wwwroot/far.txt', size: 9 }];
      expect(await endOf(`http://127.0.0.1:${port}/far.txt?key=secret`)).toEqual(done);
      const site = { port: product.sitesPort, host: `${CODE}.localhost`, path: '/far.txt' };
      expect((await requestSite(site)).body).toBe('from afar');
      const refused = ['RUNNING_FAIL', expect.objectContaining({ reason: 'url-refused' })];
      expect(await endOf(`http://127.0.0.2:${port}/`)).toEqual(refused);
      const rows = await db
        .selectFrom('operation_log')
        .selectAll()
        .where('action', '=', 'fetchUrl')
        .execute();
      expect(rows).toHaveLength(2);
      expect(JSON.stringify(rows)).not.toContain('secret');
    } finally {
      far.close();
    }
  });

  it('keeps the complete content of one writer when console and FTP write a file at once, and loses no replaced version', async () => {
    const client = await signIn();
    const path = '/wwwroot/both.txt';
    const [far, near] = ['f', 'c'].map((letter) => letter.repeat(MB));
    const save = (more: object = {}) =>
      browser.request('/fs/echo', { json: { path, content: near, ...more } });
    const standing = () => readFile(join(product.places.hosts, CODE, path), 'utf8');
    const replaced = async () => {
      const { versions } = listVersions.reply.parse(
        (await browser.request('/fs/versions/list', { json: { path } })).res,
      );
      const ids = versions.map(({ id }) => ({ path, id }));
      const read = ids.map(async (json) => (await browser.request('/fs/versions/read', { json })).res);
      return (await Promise.all(read)).map((one) => readVersion.reply.parse(one).content);
    };
    for (let round = 0; round < 3; round += 1) {
      const [saved] = await Promise.all([save(), put(client, far ?? '', path)]);
      expect(saved.code).toBe('200');
      const now = await standing();
      expect([far, near]).toContain(now);
      if (now === near) expect(await replaced()).toContain(far);
    }
    await put(client, far ?? '', path);
    const { version } = readText.reply.parse((await browser.request('/fs/cat', { json: { path } })).res);
    await put(client, 'newer', path);
    // The file has changed since the editor read it.
    expect(await save({ version })).toMatchObject({ code: '409', reason: 'conflict' });
    expect((await save()).code).toBe('200');
    expect([(await standing()) === near, (await replaced())[0]]).toEqual([true, 'newer']);
  });

  it('counts wrong passwords together with the console, and reports each to the owner', async () => {
    const before = (await logged('wrong-credentials')).length;
    for (let tries = 0; tries < 5; tries += 1) expect(await isIn('wrong')).toBe(false);
    // Simulates more failures, which make the wait longer than the FTP server's own.
    await db.updateTable('login_failure').set({ count: 14 }).execute();
    expect(await isIn()).toBe(false);
    expect(await logged('wrong-credentials')).toHaveLength(before + 5);
    expect(await logged('too-many-attempts')).toHaveLength(1);
    const console = await newBrowser();
    expect((await console.login('demo', PASSWORD)).code).toBe('429');
    await db.deleteFrom('login_failure').execute();
    // A client opens several connections at once; none of them counts against the next.
    expect(await Promise.all(Array.from({ length: 8 }, () => isIn()))).toEqual(Array(8).fill(true));
  });

  it('counts all addresses of this machine as one, and answers the console 429 when a network fails with many names', async () => {
    const isInFrom = async (localAddress: string, password: string): Promise<boolean> => {
      const socket = connect({ host: '127.0.0.1', port: Number(product.env['FTP_PORT']), localAddress });
      const lines = createInterface({ input: socket });
      socket.write(`USER demo\r\nPASS ${password}\r\n`);
      for await (const line of lines) {
        if (!/^(?:230|530) /.test(line)) continue;
        socket.destroy();
        return line.startsWith('230');
      }
      throw new Error('The FTP server gave no answer');
    };
    const wait = (key: string, count: number) =>
      db.updateTable('login_failure').set({ count, last_at: new Date() }).where('key', '=', key).execute();
    await db.deleteFrom('login_failure').execute();
    for (const from of ['127.1.1.1', '127.2.2.1', '127.3.3.1'])
      expect(await isInFrom(from, 'wrong')).toBe(false);
    const rows = await db.selectFrom('login_failure').select(['key', 'count']).orderBy('key').execute();
    expect(rows).toEqual(
      expect.arrayContaining([
        { key: 'demo|this-machine', count: 3 },
        { key: 'NETWORK|this-machine', count: 3 },
        { key: 'FTP|demo', count: 3 },
      ]),
    );
    // Simulates more failures, which make the wait longer than this test.
    await wait('demo|this-machine', 14);
    expect(await isInFrom('127.200.9.1', PASSWORD)).toBe(false);
    await db.deleteFrom('login_failure').where('key', '=', 'demo|this-machine').execute();
    expect(await isInFrom('127.200.9.1', PASSWORD)).toBe(true);

    const console = await newBrowser();
    const bucket = 'NETWORK|this-machine';
    for (const refused of [() => isInFrom('127.4.4.1', PASSWORD), () => isIn()]) {
      await wait(bucket, 50);
      expect(await refused()).toBe(false);
    }
    await wait(bucket, 50);
    const limited = await console.login('a-name-never-tried', 'wrong');
    expect([limited.status, limited.reason]).toEqual([429, 'too-many-attempts']);
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
    await db.deleteFrom('login_failure').execute();

    // This count is by name over all networks and only for FTP. The console stays open, and a sign-in there
    // admits FTP from its network.
    await db
      .insertInto('login_failure')
      .values({ key: 'FTP|demo', count: 20, last_at: new Date(Date.now() + 60_000) })
      .execute();
    expect(await isIn()).toBe(false);
    expect((await console.login('demo', PASSWORD)).code).toBe('200');
    expect(await isIn()).toBe(true);
    await db.deleteFrom('login_failure').execute();
  });
});
