import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chown, lstat, mkdir, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { Client, FTPError } from 'basic-ftp';
import { freePort } from '#testing/free-port';
import { makeTestFtp, type TestFtp } from '#testing/ftp-server';
import { FtpSessions, type FtpAccess } from './sessions';

const MB = 1024 * 1024;

describe('the FTP server', () => {
  let ftp: TestFtp;
  let root: string;
  let [myUid, otherUid] = [0, 0];
  const open: Client[] = [];

  const connectTo = async (secure = false): Promise<Client> => {
    const client = new Client(20_000);
    open.push(client);
    await client.access({
      host: '127.0.0.1',
      port: ftp.settings.FTP_PORT,
      user: 'mine',
      password: 'right',
      secure,
      secureOptions: { rejectUnauthorized: false },
    });
    return client;
  };
  const letIn = (place = root, quotaBytes: number | null = null) => {
    ftp.check = () => ({ is: 'in', uid: myUid, root: place, quotaBytes });
  };
  const put = (client: Client, content: string | Buffer, path: string) =>
    client.uploadFrom(Readable.from([content]), path);
  const get = async (client: Client, path: string): Promise<string> => {
    const parts: Buffer[] = [];
    const into = new Writable({ write: (part: Buffer, _encoding, done) => (parts.push(part), done()) });
    await client.downloadTo(into, path);
    return Buffer.concat(parts).toString();
  };
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => 0,
      (error: unknown) => (error instanceof FTPError ? error.code : -1),
    );

  beforeAll(async () => {
    ftp = await makeTestFtp({ env: { FTP_BIND: '127.0.0.1' } });
    const { first } = ftp.settings.HOST_UIDS;
    [myUid, otherUid] = [first, first + 1];
    root = await ftp.host('vh41001', myUid);
    const other = await ftp.host('vh41002', otherUid);
    await writeFile(join(other, 'wwwroot/secret.txt'), 'theirs');
  });
  beforeEach(() => letIn());
  afterEach(() => open.splice(0).forEach((client) => client.close()));
  afterAll(() => ftp.close());

  it('asks the API about each sign-in, with name, password and address', async () => {
    const requests: unknown[] = [];
    ftp.check = (attempt) => {
      requests.push(attempt);
      return { is: 'out' };
    };
    expect(await codeOf(connectTo())).toBe(530);
    expect(await codeOf(connectTo(true))).toBe(530);
    const attempt = { account: 'mine', password: 'right', address: '127.0.0.1' };
    expect(requests).toEqual([
      { ...attempt, encrypted: false },
      { ...attempt, encrypted: true },
    ]);
  });

  it('answers 421 while the API does not answer, and signs in afterwards', async () => {
    jest.spyOn(console, 'error').mockImplementationOnce(() => undefined);
    ftp.check = () => {
      throw new Error('The database does not answer');
    };
    expect(await codeOf(connectTo())).toBe(421);
    letIn();
    expect(await codeOf(connectTo())).toBe(0);
  });

  it('drops plain-text input sent after AUTH TLS, and signs in once per connection', async () => {
    const socket = connect({ host: '127.0.0.1', port: ftp.settings.FTP_PORT });
    await once(socket, 'data');
    socket.write('AUTH TLS\r\nUSER injected\r\n');
    expect(String(await once(socket, 'data'))).toMatch(/^234 [^\n]*\n$/);
    const secure = connectTls({ socket, rejectUnauthorized: false });
    await once(secure, 'secureConnect');
    const request = async (line: string) => {
      secure.write(`${line}\r\n`);
      return String(await once(secure, 'data')).slice(0, 3);
    };
    expect(await request('PASS right')).toBe('503');
    expect([await request('USER mine'), await request('PASS right'), await request('USER other')]).toEqual([
      '331',
      '230',
      '530',
    ]);
    secure.destroy();
  });

  it('disconnects a client that sends commands and reads no reply', async () => {
    const socket = connect({ host: '127.0.0.1', port: ftp.settings.FTP_PORT });
    socket.on('error', () => undefined);
    await once(socket, 'data');
    socket.pause();
    const over = new Promise((resolve) => socket.once('close', resolve));
    const send = () => socket.write('HELP\r\n'.repeat(5000), (error) => error ?? send());
    send();
    await over;
  });

  it('refuses a NUL in a command, and continues the session', async () => {
    const client = await connectTo();
    // The client library itself never sends one.
    client.ftp.socket.write('CWD /wwwroot/\0x\r\n');
    expect(String(await once(client.ftp.socket, 'data'))).toMatch(/^501 /);
    expect(await client.pwd()).toBe('/');
  });

  it('refuses to change mode or time of its quota file', async () => {
    const client = await connectTo();
    const before = await lstat(join(root, '.ftpquota'));
    expect(await codeOf(client.send('SITE CHMOD 000 /.ftpquota'))).toBe(550);
    expect(await codeOf(client.send('MFMT 20200101000000 /.ftpquota'))).toBe(550);
    expect(await lstat(join(root, '.ftpquota'))).toEqual(before);
  });

  it('counts all clients of this machine together, on any loopback address', async () => {
    const sockets = Array.from({ length: 60 }, (_, index) =>
      connect({ host: '127.0.0.1', port: ftp.settings.FTP_PORT, localAddress: `127.0.0.${index + 1}` }),
    );
    const greetings = await Promise.all(
      sockets.map(async (socket) => String(await once(socket, 'data')).slice(0, 3)),
    );
    sockets.forEach((socket) => socket.destroy());
    expect(greetings.filter((code) => code === '220')).toHaveLength(50);
    expect(greetings.filter((code) => code === '421')).toHaveLength(10);
    // Until the server has noticed that they are gone, the next test would be refused as well.
    while ((await codeOf(connectTo())) !== 0) await sleep(20);
  });

  it('refuses to run a session as root, even if the API says so', async () => {
    ftp.check = () => ({ is: 'in', uid: 0, root, quotaBytes: null });
    expect(await codeOf(connectTo())).toBe(530);
  });

  it('stores files of the host that the web server can read, and returns them, also over TLS', async () => {
    const client = await connectTo(true);
    await client.ensureDir('/wwwroot/新 folder');
    await put(client, 'over TLS', '/wwwroot/新 folder/a.txt');
    expect(await get(client, '/wwwroot/新 folder/a.txt')).toBe('over TLS');
    const folder = await lstat(join(root, 'wwwroot/新 folder'));
    const file = await lstat(join(root, 'wwwroot/新 folder/a.txt'));
    expect([folder.uid, folder.gid, folder.mode & 0o777]).toEqual([myUid, myUid, 0o755]);
    expect([file.uid, file.gid, file.mode & 0o777]).toEqual([myUid, myUid, 0o644]);
  });

  it('confines each session to its tree: `..`, absolute paths and links stay inside', async () => {
    const client = await connectTo();
    await client.cd('../../../..');
    expect(await client.pwd()).toBe('/');
    const tree = (await client.list()).map(({ name }) => name);
    expect(tree).toEqual(expect.arrayContaining(['wwwroot', 'data', 'tmp', 'logs']));
    await symlink('/etc', join(root, 'wwwroot/etc'));
    await symlink('/etc/passwd', join(root, 'wwwroot/passwd'));
    await symlink(join(root, '../vh41002/wwwroot/secret.txt'), join(root, 'wwwroot/theirs'));
    await symlink('../../vh41002/wwwroot', join(root, 'wwwroot/up'));
    await symlink('/proc/1/root', join(root, 'wwwroot/top'));
    await symlink(ftp.places.ftp.folder, join(root, 'wwwroot/sockets'));
    for (const path of [
      '/wwwroot/passwd',
      '/wwwroot/etc/passwd',
      '/wwwroot/theirs',
      '/wwwroot/up/secret.txt',
      '/etc/passwd',
      '../vh41002/wwwroot/secret.txt',
      join(root, '../vh41002/wwwroot/secret.txt'),
      '/proc/self/environ',
      '/proc/1/root/etc/passwd',
      '/wwwroot/top/etc/passwd',
      ftp.places.ftp.pidFile,
      '/wwwroot/sockets/daemon.pid',
    ])
      expect(await codeOf(get(client, path))).toBe(550);
    // A link gives no way out: the new file replaces the link.
    await put(client, 'mine', '/wwwroot/passwd');
    expect((await lstat(join(root, 'wwwroot/passwd'))).isFile()).toBe(true);
    expect(await readFile('/etc/passwd', 'utf8')).toContain('root');
  });

  it('writes neither into the root nor into the logs', async () => {
    const client = await connectTo();
    for (const path of ['/new.txt', '/logs/access.log', '/logs/new.log', '/.ftpquota'])
      expect([path, await codeOf(put(client, 'x', path))]).toEqual([path, 550]);
    expect(await codeOf(client.removeDir('/logs'))).not.toBe(0);
    expect(await codeOf(client.rename('/wwwroot', '/elsewhere'))).toBe(550);
    expect((await readdir(root)).sort()).toEqual([
      '.ftpquota',
      '.sitedeck',
      'data',
      'logs',
      'tmp',
      'wwwroot',
    ]);
  });

  it('answers a refused upload once, however its data connection ends', async () => {
    const client = await connectTo(true);
    for (let round = 0; round < 20; round += 1) {
      expect(await codeOf(put(client, 'x', '/new.txt'))).toBe(550);
      expect((await client.send('NOOP')).code).toBe(200);
    }
  });

  it('opens data connections only to the client itself', async () => {
    const client = await connectTo();
    for (const command of [
      'PORT 10,0,0,1,40,1',
      'PORT 8,8,8,8,40,1',
      'EPRT |1|10.0.0.1|10241|',
      'PORT 127,0,0,1,0,22',
    ])
      expect(await codeOf(client.send(command))).toBeGreaterThanOrEqual(500);
    // A client on another loopback address connects to the passive port and receives no data.
    const { message } = await client.send('EPSV');
    const port = Number(/\|(\d+)\|/.exec(message)?.[1]);
    const read = (localAddress: string) => {
      const link = connect({ host: '127.0.0.1', localAddress, port });
      return new Promise<string>((resolve) => {
        let text = '';
        link.on('data', (part) => (text += part.toString()));
        link.on('error', () => resolve(text));
        link.on('close', () => resolve(text));
      });
    };
    expect(await read('127.0.0.9')).toBe('');
    const [listing] = await Promise.all([read('127.0.0.1'), client.send('NLST')]);
    expect(listing).toContain('wwwroot');
  });

  it('refuses writes in the read-only view, and shows all of the tree', async () => {
    await writeFile(join(root, 'wwwroot/kept.txt'), 'kept');
    await chown(join(root, 'wwwroot/kept.txt'), myUid, myUid);
    await mkdir(join(root, 'wwwroot/open'), { mode: 0o777 });
    letIn(join(ftp.places.ftp.readOnly, 'vh41001'));
    const client = await connectTo();
    expect(await get(client, '/wwwroot/kept.txt')).toBe('kept');
    for (const path of ['/wwwroot/kept.txt', '/wwwroot/open/new.txt'])
      expect([path, await codeOf(put(client, 'x', path))]).toEqual([path, 550]);
    expect(await codeOf(client.appendFrom(Readable.from(['x']), '/wwwroot/kept.txt'))).toBe(550);
    const commands = [
      'DELE /wwwroot/kept.txt',
      'MKD /wwwroot/folder',
      'RMD /wwwroot/open',
      'SITE CHMOD 600 /wwwroot/kept.txt',
      'MFMT 20200101000000 /wwwroot/kept.txt',
    ];
    for (const command of commands)
      expect([command, await codeOf(client.send(command))]).toEqual([command, 550]);
    expect(await codeOf(client.rename('/wwwroot/kept.txt', '/wwwroot/b.txt'))).toBe(550);
    expect(await readFile(join(root, 'wwwroot/kept.txt'), 'utf8')).toBe('kept');
  });

  it('accepts no more than the quota leaves', async () => {
    await writeFile(join(root, '.ftpquota'), `0 ${2 * MB}\n`);
    letIn(root, 3 * MB);
    const client = await connectTo();
    await put(client, Buffer.alloc(MB - 1000), '/data/fits.bin');
    expect(await codeOf(put(client, Buffer.alloc(2000), '/data/more.bin'))).toBe(552);
    expect(await readdir(join(root, 'data'))).toEqual(['fits.bin']);
    await put(client, Buffer.alloc(1000), '/data/last.bin');
    expect(await codeOf(put(client, 'x', '/data/one.bin'))).toBe(552);
    expect(await codeOf(get(client, '/.ftpquota'))).not.toBe(0);
    expect(await codeOf(put(client, '0 0\n', '/.ftpquota'))).toBe(550);
  });

  it('keeps one complete content if two sessions write the same file', async () => {
    const contents = ['a', 'b'].map((letter) => letter.repeat(4 * MB));
    const clients = [await connectTo(), await connectTo()];
    await Promise.all(clients.map((client, index) => put(client, contents[index] ?? '', '/data/both.txt')));
    const kept = await readFile(join(root, 'data/both.txt'), 'utf8');
    expect(contents.map((content) => content === kept)).toContain(true);
  });

  it('keeps the old content while the new one arrives', async () => {
    await writeFile(join(root, 'data/old.txt'), 'old');
    await chown(join(root, 'data/old.txt'), myUid, myUid);
    const client = await connectTo();
    const body = new Readable({ read: () => undefined });
    const sending = client.uploadFrom(body, '/data/old.txt');
    body.push(randomBytes(1000));
    while ((await readdir(join(root, '.sitedeck/ftp'))).length === 0) await new Promise(setImmediate);
    expect(await readdir(join(root, 'data'))).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^\\./)]),
    );
    expect(await readFile(join(root, 'data/old.txt'), 'utf8')).toBe('old');
    body.push('end');
    body.push(null);
    await sending;
    expect((await lstat(join(root, 'data/old.txt'))).size).toBe(1003);
  });

  describe('an open session', () => {
    const accesses = new Map<string, FtpAccess>();
    const sessionsOf = () =>
      new FtpSessions({
        places: ftp.places.ftp,
        accessOf: () => Promise.resolve(accesses),
        onFailed: (error) => console.error(error),
      });
    const isOpen = (client: Client) =>
      client.send('NOOP').then(
        // The client returns the error if its connection was lost before.
        ({ code }) => code === 200,
        () => false,
      );
    const full = async () => (letIn(), connectTo());
    const readOnly = async () => (letIn(join(ftp.places.ftp.readOnly, 'vh41001')), connectTo());

    it.each([
      ['none', false, false],
      ['read-only', false, true],
      ['whole', true, false],
      ['whole, but locked', true, true],
    ] as const)('keeps the sessions that access "%s" permits', async (access, ofFull, ofReadOnly) => {
      const clients = [await full(), await readOnly()];
      accesses.set('vh41001', access);
      await sessionsOf().endDisallowed();
      expect(await Promise.all(clients.map(isOpen))).toEqual([ofFull, ofReadOnly]);
    });

    it('ends with the host, and ends no session of another host', async () => {
      accesses.clear();
      const mine = await full();
      ftp.check = () => ({ is: 'in', uid: otherUid, root: join(root, '../vh41002'), quotaBytes: null });
      const theirs = await connectTo();
      accesses.set('vh41002', 'whole');
      await sessionsOf().endDisallowed();
      expect([await isOpen(mine), await isOpen(theirs)]).toEqual([false, true]);
      // The host's tree is renamed before its database row is removed.
      const theirTree = join(root, '../vh41002');
      await rename(theirTree, `${theirTree}.removed`);
      await sessionsOf().endDisallowed();
      expect(await isOpen(theirs)).toBe(false);
      await rename(`${theirTree}.removed`, theirTree);
    });

    it('ends at once when a password or a setting changes', async () => {
      const mine = await full();
      const sessions = sessionsOf();
      await sessions.endOf('vh41001' as Parameters<FtpSessions['endOf']>[0]);
      expect(await isOpen(mine)).toBe(false);
    });
  });
});

it('refuses a password without TLS if other machines may connect', async () => {
  const ftp = await makeTestFtp({ env: { FTP_BIND: '0.0.0.0' } });
  const requests: unknown[] = [];
  ftp.check = (attempt) => (requests.push(attempt), { is: 'out' });
  const attempt = async (secure: boolean) => {
    const client = new Client(10_000);
    const at = { host: '127.0.0.1', port: ftp.settings.FTP_PORT, user: 'mine', password: 'pw', secure };
    await client.access({ ...at, secureOptions: { rejectUnauthorized: false } }).catch(() => undefined);
    client.close();
  };
  try {
    await attempt(false);
    expect(requests).toEqual([]);
    await attempt(true);
    expect(requests).toHaveLength(1);
  } finally {
    await ftp.close();
  }
});

it('names the public address in PASV if the client connected to another one, and loopback on loopback', async () => {
  const ftp = await makeTestFtp({ env: { FTP_PLAIN: '1', PUBLIC_IPS: '2001:db8::9,203.0.113.9' } });
  const uid = ftp.settings.HOST_UIDS.first;
  const root = await ftp.host('vh41001', uid);
  ftp.check = () => ({ is: 'in', uid, root, quotaBytes: null });
  const passive = async (host: string): Promise<string> => {
    const client = new Client(10_000);
    try {
      await client.access({ host, port: ftp.settings.FTP_PORT, user: 'mine', password: 'right' });
      return (await client.send('PASV')).message;
    } finally {
      client.close();
    }
  };
  try {
    expect(await passive('127.0.0.1')).toContain('(127,0,0,1,');
    const others = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
    for (const { address } of others.filter(({ family, internal }) => family === 'IPv4' && !internal))
      expect(await passive(address)).toContain('(203,0,113,9,');
  } finally {
    await ftp.close();
  }
});

it('opens data connections only on free ports of its range, and reports when none is free', async () => {
  const first = await freePort();
  const ports = Array.from({ length: 10 }, (_, index) => first + index);
  const ftp = await makeTestFtp({ env: { FTP_BIND: '127.0.0.1', FTP_PASSIVE: `${first}-${first + 9}` } });
  const holders = ports.map((port) => createServer().listen({ host: '127.0.0.1', port }));
  const client = new Client(10_000);
  try {
    // Ports that other programs happen to use count as taken, too.
    await Promise.allSettled(holders.map((holder) => once(holder, 'listening')));
    const uid = ftp.settings.HOST_UIDS.first;
    const root = await ftp.host('vh41001', uid);
    ftp.check = () => ({ is: 'in', uid, root, quotaBytes: null });
    await client.access({ host: '127.0.0.1', port: ftp.settings.FTP_PORT, user: 'mine', password: 'right' });
    await expect(client.send('EPSV')).rejects.toMatchObject({ code: 425 });
    holders[0]?.close();
    expect((await client.send('EPSV')).message).toContain(`|${first}|`);
  } finally {
    client.close();
    holders.forEach((holder) => holder.close());
    await ftp.close();
  }
});
