import { chown, lchown, lstat, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { HostCode, PublicConfig } from '@sitedeck/contract';
import { Client, FTPError } from 'basic-ftp';
import { z } from 'zod';
import { hostRoot, mailFolder } from '#system/settings/paths';
import { handoverFolder } from '#system/streams/handover-folder';
import { run } from '#system/process/exec';
import { Browser, fieldOf } from '#testing/browser';
import { RESPAWNER } from '#testing/hostile-programs';
import { itCaged } from '#testing/it-caged';
import { requestSite } from '#testing/node-engines';
import { Product } from '#testing/whole-product';

const Created = z.object({ res: z.object({ accountCode: z.string(), hostCode: z.string() }).partial() });
const LIST_ALL = { json: { path: '/wwwroot' } };
const ALL_REFUSED = Array<number>(5).fill(550);
const TaskState = z.object({ taskStatus: z.string(), taskInfo: z.string() });
const PASSWORD = 'a password of a host 1';

/** Leaves a daemon behind that ignores signals and starts itself again. */
const DAEMON_PAGE = `<?php
exec('setsid sh ' . __DIR__ . '/respawn.sh ' . __DIR__ . ' 0.2 > /dev/null 2>&1 &');
echo 'started';`;

/** Prints what a site gets from sockets of the product. */
const ATTACK_PAGE = `<?php
foreach (json_decode($_GET['sockets']) as $socket)
  echo @stream_socket_client("unix://$socket", $number, $text, 1) ? 'open' : $number, "\\n";
echo 'asked';`;

describe('a host that is suspended or removed', () => {
  let product: Product;
  let key: string;
  let account: string;
  const clients: Client[] = [];

  const provider = (method: string, path: string, body?: object) =>
    fetch(`http://${product.env['ADMIN_BIND']}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
  const create = async (path: string, body: object) =>
    Created.parse(await (await provider('POST', path, body)).json()).res;
  const page = (hostCode: string, path: string) =>
    requestSite({ port: product.sitesPort, host: `${hostCode}.localhost`, path });
  const uidOf = async (hostCode: string) =>
    (await stat(join(hostRoot(product.places, HostCode.parse(hostCode)), 'wwwroot'))).uid;
  const programsOf = async (uid: number): Promise<readonly string[]> => {
    const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
    const found = await Promise.all(
      pids.map(async (pid) => {
        const owner = await stat(`/proc/${pid}`).catch(() => undefined);
        return owner?.uid === uid ? readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '') : '';
      }),
    );
    return found.map((name) => name.trim()).filter(Boolean);
  };
  const put = async (hostCode: string, [name, text]: readonly [string, string]) => {
    const file = join(hostRoot(product.places, HostCode.parse(hostCode)), 'wwwroot', name);
    await writeFile(file, text);
    const uid = await uidOf(hostCode);
    await chown(file, uid, uid);
  };
  const makeHost = async (hostName: string): Promise<string> => {
    const body = { accountCode: account, hostName, password: PASSWORD, language: 'PHP' };
    return (await create('/provider/hosts', body)).hostCode ?? '';
  };
  const signIn = async (hostName: string): Promise<Browser> => {
    const { wireKey } = PublicConfig.parse(await (await fetch(`${product.console}/config.json`)).json());
    const browser = new Browser({ url: product.console, core: { config: { wireKey } } });
    expect((await browser.login(hostName, PASSWORD)).code).toBe('200');
    return browser;
  };
  const openFtp = async (user: string): Promise<Client> => {
    const client = new Client(20_000);
    clients.push(client);
    const at = { host: '127.0.0.1', port: Number(product.env['FTP_PORT']), user, password: PASSWORD };
    await client.access({ ...at, secure: true, secureOptions: { rejectUnauthorized: false } });
    await client.list();
    return client;
  };
  /** Starts a daemon, a file process and an FTP session of the host. */
  const occupy = async (hostCode: string, hostName: string) => {
    await put(hostCode, ['respawn.sh', RESPAWNER]);
    await put(hostCode, ['daemon.php', DAEMON_PAGE]);
    while ((await page(hostCode, '/daemon.php').catch(() => undefined))?.body !== 'started') await sleep(50);
    const browser = await signIn(hostName);
    expect((await browser.request('/fs/ls', { json: { path: '/wwwroot' } })).code).toBe('200');
    await openFtp(hostName);
    const uid = await uidOf(hostCode);
    const kinds = [/^node$/, /^python3$/, /^sleep$/, /^php-fpm/];
    // The daemon starts one `sleep` after another.
    for (let seen: readonly string[] = []; !kinds.every((kind) => seen.some((name) => kind.test(name)));) {
      seen = await programsOf(uid);
      await sleep(20);
    }
  };

  beforeAll(async () => {
    product = await Product.make();
    await product.launch({ SITEDECK_DEMO_HOST: 'none' }).ready();
    key = (await readFile(join(product.places.secrets, 'provider-key'), 'utf8')).trim();
    account = (await create('/provider/accounts', { name: 'a' })).accountCode ?? '';
  });
  afterEach(() => clients.splice(0).forEach((client) => client.close()));
  afterAll(() => product.close());

  itCaged.each([
    ['suspended', 'PATCH', { serviceStatus: 'BLOCKING' }],
    ['removed', 'DELETE', undefined],
  ] as const)('has no program left once it was %s', async (name, method, body) => {
    const hostCode = await makeHost(name);
    const uid = await uidOf(hostCode);
    await occupy(hostCode, name);
    expect((await provider(method, `/provider/hosts/${hostCode}`, body)).status).toBe(200);
    const since = Date.now();
    while ((await programsOf(uid)).length > 0) await sleep(20);
    process.stdout.write(`${name}: nothing left ${Date.now() - since} ms after the reply\n`);
    // Nothing is left that could start another.
    await sleep(300);
    expect(await programsOf(uid)).toEqual([]);
  });

  /** Begins to pack a file that takes a while. */
  const pack = async (browser: Browser, hostCode: string): Promise<number> => {
    const file = join(hostRoot(product.places, HostCode.parse(hostCode)), 'wwwroot/random');
    await run({ file: 'dd', args: ['if=/dev/urandom', `of=${file}`, 'bs=1M', 'count=300', 'status=none'] });
    const body = { paths: ['/wwwroot/random'], to: '/wwwroot/packed.zip' };
    return Number(fieldOf(await browser.request('/fs/compress', { json: body }), 'taskId'));
  };
  const taskOf = async (browser: Browser, id: number) =>
    TaskState.parse((await browser.request(`/api/task/getTask/${id}`)).res);
  /** Waits until the task has ended, and reports which programs of the host ran meanwhile. */
  const untilEnded = async (browser: Browser, id: number, uid: number) => {
    const seen = new Set<string>();
    let task = await taskOf(browser, id);
    while (!['RUNNING_FAIL', 'RUNNING_SUCCESS'].includes(task.taskStatus)) {
      for (const name of await programsOf(uid)) seen.add(name);
      task = await taskOf(browser, id);
    }
    return { task, seen: [...seen] };
  };
  const suspend = (hostCode: string) =>
    provider('PATCH', `/provider/hosts/${hostCode}`, { serviceStatus: 'BLOCKING' });

  itCaged(
    'ends a running file task of a suspended host, and starts no file process to clean up',
    async () => {
      const hostCode = await makeHost('packing');
      const uid = await uidOf(hostCode);
      const browser = await signIn('packing');
      const id = await pack(browser, hostCode);
      while (
        (await taskOf(browser, id)).taskStatus !== 'RUNNING' ||
        !(await programsOf(uid)).includes('node')
      )
        await sleep(20);
      expect((await suspend(hostCode)).status).toBe(200);
      while ((await programsOf(uid)).length > 0) await sleep(20);
      const { task, seen } = await untilEnded(browser, id, uid);
      expect([task.taskStatus, task.taskInfo]).toEqual(['RUNNING_FAIL', expect.stringContaining('停用')]);
      await sleep(300);
      expect([seen, await programsOf(uid)]).toEqual([[], []]);
    },
  );

  itCaged('ends a queued file task of a suspended host without a file process', async () => {
    const hostCode = await makeHost('queued');
    const uid = await uidOf(hostCode);
    const browser = await signIn('queued');
    const worker = [...(await product.processes())].find(([, line]) => line.includes('worker.mjs'))?.[0];
    if (worker === undefined) throw new Error('There is no worker');
    process.kill(worker, 'SIGSTOP');
    const id = await pack(browser, hostCode);
    const suspended = suspend(hostCode);
    const statusOf = async () => (await provider('GET', `/provider/hosts/${hostCode}`)).text();
    while (!(await statusOf()).includes('BLOCKING')) await sleep(20);
    expect((await taskOf(browser, id)).taskStatus).toBe('WAIT');
    process.kill(worker, 'SIGCONT');
    expect((await suspended).status).toBe(200);
    const { task, seen } = await untilEnded(browser, id, uid);
    expect([task.taskStatus, task.taskInfo]).toEqual(['RUNNING_FAIL', expect.stringContaining('停用')]);
    await sleep(300);
    expect([seen, await programsOf(uid)]).toEqual([[], []]);
  });

  itCaged('keeps PHP of one site away from the sockets of files and FTP', async () => {
    const [victim, attacker] = [await makeHost('victim'), await makeHost('attacker')];
    await occupy(victim, 'victim');
    await put(attacker, ['attack.php', ATTACK_PAGE]);
    const sockets = [
      join(product.places.childSockets, `${victim}.sock`),
      join(product.places.childSockets, `${attacker}.sock`),
      product.places.filesSocket,
      product.places.ftp.socket,
    ];
    const path = `/attack.php?sockets=${encodeURIComponent(JSON.stringify(sockets))}`;
    let body = '';
    while (!body.endsWith('asked')) body = (await page(attacker, path)).body;
    // ENOENT.
    expect(body).toBe('2\n2\n2\n2\nasked');
  });

  /** Replies to attempts to store, delete, create, move away and replace an entry. */
  const codesAt = async (client: Client, path: string) => {
    const codes: number[] = [];
    for (const attempt of [
      () => client.uploadFrom(Readable.from(['x']), path),
      ...['DELE', 'MKD', 'RNFR'].map((name) => () => client.send(`${name} ${path}`)),
      () => client.rename('/wwwroot/a.php', path),
    ])
      codes.push(
        await attempt().then(
          () => 0,
          (error: unknown) => (error instanceof FTPError ? error.code : -1),
        ),
      );
    return codes;
  };

  itCaged(
    'keeps FTP away from the sockets and folders of file process, PHP and mail, its own too',
    async () => {
      const [victim, attacker] = [await makeHost('ftpvictim'), await makeHost('ftpattacker')];
      const { places } = product;
      const codes = [victim, attacker].map((code) => HostCode.parse(code));
      const folders = [
        ...[places.childSockets, places.phpSockets],
        ...codes.map((code) => handoverFolder(places.handover, code)),
        ...codes.map((code) => join(places.phpHosts, code)),
        ...codes.map((code) => mailFolder(places, code)),
      ];
      for (const name of ['ftpvictim', 'ftpattacker']) await (await signIn(name)).request('/fs/ls', LIST_ALL);
      for (const code of codes) await put(code, ['a.php', '<?php echo 41 + 1;']);
      for (const code of codes) while ((await page(code, '/a.php')).body !== '42');
      const inodes = async () => {
        const listed = await Promise.all(
          folders.map(async (folder) => {
            const names = (await readdir(folder)).filter((name) => !/\.\d+$/.test(name)).sort();
            return Promise.all(names.map(async (name) => [name, (await lstat(join(folder, name))).ino]));
          }),
        );
        return JSON.stringify(listed);
      };
      const before = await inodes();
      expect(before).toContain(`${victim}.sock`);
      const root = join(hostRoot(places, HostCode.parse(attacker)), 'wwwroot');
      const uid = await uidOf(attacker);
      const client = await openFtp('ftpattacker');
      for (const [index, folder] of folders.entries()) {
        const link = `/wwwroot/link${index}`;
        await symlink(folder, join(root, `link${index}`));
        await lchown(join(root, `link${index}`), uid, uid);
        for (const at of [link, folder, `/..${folder}`])
          for (const name of [`${attacker}.sock`, `${victim}.sock`, 'mail.sock', 'new'])
            expect([at, name, await codesAt(client, `${at}/${name}`)]).toEqual([at, name, ALL_REFUSED]);
      }
      expect(await inodes()).toBe(before);
      for (const hostName of ['ftpvictim', 'ftpattacker'])
        expect((await (await signIn(hostName)).request('/fs/ls', LIST_ALL)).code).toBe('200');
      for (const hostCode of codes) expect((await page(hostCode, '/a.php')).body).toBe('42');
    },
  );
});
