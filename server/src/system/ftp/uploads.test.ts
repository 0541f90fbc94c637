import { randomBytes } from 'node:crypto';
import {
  chmod,
  chown,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { once } from 'node:events';
import { connect as connectTo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'basic-ftp';
import { makeTestFtp, type TestFtp } from '#testing/ftp-server';
import { run, type ExecResult } from '#system/process/exec';
import { childPids, livingPid } from '#system/process/pid-file';
import { FtpSessions, type FtpAccess } from './sessions';

const UID = 41_003;
const KB = 1024;
const NEW = randomBytes(3000 * KB);
const OLD = Buffer.from('the old content');
/** Limit for a client that would retry forever. */
const CLIENT_MS = 60_000;

const TLS = ['plain', 'TLS'] as const;
type Wire = (typeof TLS)[number];

const FTPLIB = `
import ftplib, sys
port, wire, command, file = sys.argv[1:]
ftp = ftplib.FTP_TLS() if wire == 'TLS' else ftplib.FTP()
ftp.connect('127.0.0.1', int(port))
ftp.login('mine', 'right')
if wire == 'TLS':
    ftp.prot_p()
try:
    print(ftp.storbinary(command, open(file, 'rb')))
except ftplib.all_errors as error:
    print(type(error).__name__, error)
print(ftp.pwd())
`;

/** An upload of which the server has a part. */
interface Begun {
  readonly client: Client;
  readonly data: Socket;
}

describe('uploads by FTP', () => {
  let ftp: TestFtp;
  let root: string;
  let files: string;
  const open: Client[] = [];

  const quota = (quotaBytes: number | null) => {
    ftp.check = () => ({ is: 'in', uid: UID, root, quotaBytes });
  };
  const place = async (name: string, content: Buffer, mode = 0o644) => {
    const path = join(root, 'data', name);
    await rm(path, { force: true });
    await writeFile(path, content);
    await chmod(path, mode);
    await chown(path, UID, UID);
  };
  const stored = (name: string) => readFile(join(root, 'data', name));
  const unfinished = () => readdir(join(root, '.sitedeck/ftp')).catch(() => []);
  const connect = async (): Promise<Client> => {
    const client = new Client(60_000);
    open.push(client);
    await client.access({ host: '127.0.0.1', port: ftp.settings.FTP_PORT, user: 'mine', password: 'right' });
    return client;
  };

  const lftp = (wire: Wire, ...commands: readonly string[]) =>
    run(
      {
        file: 'lftp',
        args: [
          ...['--norc', '-u', 'mine,right', `ftp://127.0.0.1:${ftp.settings.FTP_PORT}`, '-e'],
          [
            `set ftp:ssl-allow ${wire === 'TLS'}; set ftp:ssl-force ${wire === 'TLS'}; set ftp:ssl-protect-data true`,
            'set ssl:verify-certificate no; set net:reconnect-interval-base 1',
            ...commands,
            'exit',
          ].join('; '),
        ],
      },
      { timeoutMs: CLIENT_MS, env: { HOME: files, PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8' } },
    );
  const curlArgs = (wire: Wire, name: string, ...args: readonly string[]) => [
    ...['-q', '-sS', ...(wire === 'TLS' ? ['--ssl-reqd', '-k'] : []), ...args],
    `ftp://mine:right@127.0.0.1:${ftp.settings.FTP_PORT}/data/${name}`,
  ];
  const curl = (wire: Wire, name: string, ...args: readonly string[]) =>
    run({ file: 'curl', args: curlArgs(wire, name, ...args) }, { timeoutMs: CLIENT_MS });
  const ftplib = (wire: Wire, command: string, file: string) =>
    run(
      {
        file: '/usr/bin/python3',
        args: ['-I', '-c', FTPLIB, String(ftp.settings.FTP_PORT), wire, command, file],
      },
      { timeoutMs: CLIENT_MS },
    );

  /**
   * A client that sends slowly until the server has a part. Returns a function that cuts the connection like
   * a power failure.
   */
  const beginSlowly = async (wire: Wire, name: string): Promise<() => Promise<ExecResult>> => {
    const end = new AbortController();
    const args = curlArgs(wire, name, '--limit-rate', '200K', '-T', join(files, 'new'));
    const ended = run({ file: 'curl', args }, { signal: end.signal, timeoutMs: CLIENT_MS });
    await someArrived();
    return () => {
      end.abort();
      return ended;
    };
  };
  const someArrived = async () => {
    for (;;) {
      const sizes = await Promise.all(
        (await unfinished()).map((entry) =>
          lstat(join(root, '.sitedeck/ftp', entry)).then(
            ({ size }) => size,
            () => 0,
          ),
        ),
      );
      if (sizes.some((size) => size > 0)) return;
      await sleep(10);
    }
  };
  const noneLeft = async () => {
    while ((await unfinished()).length > 0) await sleep(10);
  };
  /** Sends the first part of `NEW`. */
  const beginUpload = async (name: string): Promise<Begun> => {
    const client = await connect();
    const port = Number(/\|(\d+)\|/.exec((await client.send('EPSV')).message)?.[1]);
    const data = connectTo({ host: '127.0.0.1', port });
    await once(data, 'connect');
    await client.send('TYPE I');
    await client.send(`STOR /data/${name}`);
    data.write(NEW.subarray(0, KB));
    await someArrived();
    return { client, data };
  };
  const sessions = async () => {
    const server = await livingPid(ftp.places.ftp.pidFile, ftp.places.ftp.pidFile);
    return server === undefined ? [] : childPids(server);
  };
  const noneUnfinished = async () => {
    while ((await unfinished()).length > 0 || (await sessions()).length > 0) await sleep(10);
  };

  beforeAll(async () => {
    ftp = await makeTestFtp({ env: { FTP_BIND: '127.0.0.1' } });
    root = await ftp.host('vh41003', UID);
    files = await mkdtemp(join(tmpdir(), 'ftp-client-'));
    await writeFile(join(files, 'new'), NEW);
    await writeFile(join(files, 'rest'), NEW.subarray(KB));
  });
  beforeEach(async () => {
    quota(null);
    await writeFile(join(root, '.ftpquota'), '');
  });
  afterEach(async () => {
    open.splice(0).forEach((client) => client.close());
    await noneUnfinished();
  });
  afterAll(async () => {
    await ftp.close();
    await rm(files, { recursive: true, force: true });
  });

  describe.each(TLS)('over %s', (wire) => {
    it('appends the data of APPE', async () => {
      await place('log.txt', OLD);
      expect((await ftplib(wire, 'APPE /data/log.txt', join(files, 'new'))).stdout).toMatch(/^226/);
      expect((await stored('log.txt')).equals(Buffer.concat([OLD, NEW]))).toBe(true);
    });

    it.each([
      ['curl -C -', () => curl(wire, 'half.bin', '-C', '-', '-T', join(files, 'new'))],
      ['lftp put -c', () => lftp(wire, `put -c ${join(files, 'new')} -o /data/half.bin`)],
      ['lftp reput', () => lftp(wire, `reput ${join(files, 'new')} -o /data/half.bin`)],
    ])('completes a file by %s', async (_name, resume) => {
      await place('half.bin', NEW.subarray(0, 1000 * KB));
      expect(await resume()).toMatchObject({ code: 0 });
      expect((await stored('half.bin')).equals(NEW)).toBe(true);
    });

    it.each([
      ['curl', () => curl(wire, 'full.bin', '-T', join(files, 'new')), /storage allocation/],
      ['lftp', () => lftp(wire, `put ${join(files, 'new')} -o /data/full.bin`), /552/],
      [
        'lftp that does not announce the size',
        () => lftp(wire, 'set ftp:use-allo no', `put ${join(files, 'new')} -o /data/full.bin`),
        /552/,
      ],
      ['ftplib', () => ftplib(wire, 'STOR /data/full.bin', join(files, 'new')), /error_perm 552/],
      ['ftplib by APPE', () => ftplib(wire, 'APPE /data/full.bin', join(files, 'new')), /error_perm 552/],
    ])(
      'keeps the old file when the quota ends an upload by %s, which stops',
      async (_name, upload, words) => {
        await place('full.bin', OLD);
        quota(1000 * KB);
        const { signal, stdout, stderr } = await upload();
        expect(signal).toBeNull();
        expect(stdout + stderr).toMatch(words);
        expect(await stored('full.bin')).toEqual(OLD);
        expect((await readFile(join(root, '.ftpquota'), 'utf8')).replace('0 0\n', '')).toBe('');
      },
    );

    it('keeps the old file when the client is lost, and appends no part of the new one to it', async () => {
      await place('lost.bin', OLD);
      const cut = await beginSlowly(wire, 'lost.bin');
      expect(await stored('lost.bin')).toEqual(OLD);
      await cut();
      await noneUnfinished();
      expect(await stored('lost.bin')).toEqual(OLD);
      const resumed = await curl(wire, 'lost.bin', '-C', '-', '-T', join(files, 'new'));
      expect([resumed.code, resumed.stderr]).toEqual([25, expect.stringContaining('554')]);
      expect(await stored('lost.bin')).toEqual(OLD);
      // lftp then starts at the beginning, like every client that sends the file again.
      await lftp(wire, `put -c ${join(files, 'new')} -o /data/lost.bin`);
      expect((await stored('lost.bin')).equals(NEW)).toBe(true);
      expect((await ftplib(wire, 'APPE /data/lost.bin', join(files, 'rest'))).stdout).toMatch(/^226/);
    });

    it('keeps the received part of a new file when the client is lost, so that the client can resume', async () => {
      await rm(join(root, 'data/begun.bin'), { force: true });
      const cut = await beginSlowly(wire, 'begun.bin');
      await cut();
      await noneUnfinished();
      const { length } = await stored('begun.bin');
      expect(length).toBeGreaterThan(0);
      expect(length).toBeLessThan(NEW.length);
      expect(await curl(wire, 'begun.bin', '-C', '-', '-T', join(files, 'new'))).toMatchObject({ code: 0 });
      expect((await stored('begun.bin')).equals(NEW)).toBe(true);
    });
  });

  it('keeps the old file when only the data connection is lost, or the client aborts', async () => {
    for (const end of ['reset', 'abort'] as const) {
      await place('reset.bin', OLD);
      const { client, data } = await beginUpload('reset.bin');
      if (end === 'reset') data.resetAndDestroy();
      else client.ftp.socket.write('ABOR\r\n', () => data.end());
      await noneLeft();
      expect(await stored('reset.bin')).toEqual(OLD);
      client.close();
    }
  });

  it('truncates an appended file to its old end when the quota is exceeded, and counts what is stored', async () => {
    await place('count.bin', OLD);
    quota(4000 * KB);
    expect((await ftplib('plain', 'STOR /data/count.bin', join(files, 'new'))).stdout).toMatch(/^226/);
    const counted = `0 ${NEW.length - OLD.length}\n`;
    expect(await readFile(join(root, '.ftpquota'), 'utf8')).toBe(counted);
    const refused = await ftplib('plain', 'APPE /data/count.bin', join(files, 'new'));
    expect(refused.stdout).toMatch(/error_perm 552/);
    expect((await stored('count.bin')).equals(NEW)).toBe(true);
    expect(await readFile(join(root, '.ftpquota'), 'utf8')).toBe(counted);
    await (await connect()).remove('/data/count.bin');
    expect(await readFile(join(root, '.ftpquota'), 'utf8')).toBe('0 0\n');
  });

  it('continues inside a file, and keeps the complete old file until the new one is complete', async () => {
    const old = NEW.subarray(0, 100 * KB);
    const upload = async (content: Buffer) => {
      const client = await connect();
      await client.send(`REST ${10 * KB}`);
      return client.uploadFrom(Readable.from([content]), '/data/inside.bin');
    };
    await place('inside.bin', old);
    quota(200 * KB);
    await expect(upload(NEW.subarray(10 * KB))).rejects.toMatchObject({ code: 552 });
    expect((await stored('inside.bin')).equals(old)).toBe(true);
    expect((await upload(OLD)).code).toBe(226);
    const expected = Buffer.concat([NEW.subarray(0, 10 * KB), OLD]);
    expect((await stored('inside.bin')).equals(expected)).toBe(true);
  });

  it('refuses REST before APPE, and cuts nothing off', async () => {
    await place('log.txt', OLD);
    const client = await connect();
    await client.send('REST 3');
    const append = () => client.appendFrom(Readable.from(['more']), '/data/log.txt');
    await expect(append()).rejects.toMatchObject({ code: 501 });
    expect(await stored('log.txt')).toEqual(OLD);
    expect((await append()).code).toBe(226);
    expect(await stored('log.txt')).toEqual(Buffer.concat([OLD, Buffer.from('more')]));
  });

  it('keeps a carriage return at the end of a text', async () => {
    const client = await connect();
    await client.send('TYPE A');
    await client.uploadFrom(Readable.from(['one\r\ntwo\r']), '/data/text.txt');
    expect(String(await stored('text.txt'))).toBe('one\ntwo\r');
  });

  it.each(TLS)('reports modes, so that a mirror by lftp over %s has them', async (wire) => {
    await place('mode.txt', OLD, 0o640);
    const copy = await mkdtemp(join(files, 'copy-'));
    expect(await lftp(wire, `mirror -I mode.txt /data ${copy}`)).toMatchObject({ code: 0 });
    expect((await lstat(join(copy, 'mode.txt'))).mode & 0o777).toBe(0o640);
  });

  it('keeps the permissions of a replaced file', async () => {
    await place('script.sh', OLD, 0o750);
    await (await connect()).uploadFrom(Readable.from(['new']), '/data/script.sh');
    expect((await lstat(join(root, 'data/script.sh'))).mode & 0o777).toBe(0o750);
  });

  it('follows no link, and resumes only regular files', async () => {
    await place('target.txt', OLD);
    await symlink('target.txt', join(root, 'data/link.txt')).catch(() => undefined);
    expect(await run({ file: 'mkfifo', args: [join(root, 'data/pipe')] })).toMatchObject({ code: 0 });
    await chown(join(root, 'data/pipe'), UID, UID);
    for (const name of ['link.txt', 'pipe'])
      expect((await ftplib('plain', `APPE /data/${name}`, join(files, 'new'))).stdout).toMatch(
        /error_perm 550/,
      );
    expect(await stored('target.txt')).toEqual(OLD);
    await rm(join(root, 'data/pipe'));
  });

  it('keeps the old file when the disk is full', async () => {
    const small = join(ftp.places.hosts, 'vh41005');
    await mkdir(small);
    const mounted = await run({ file: 'mount', args: ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', small] });
    expect(mounted).toMatchObject({ code: 0 });
    try {
      await ftp.host('vh41005', UID);
      // The server does not see mounts that were made after its start.
      await ftp.restart('killed');
      ftp.check = () => ({ is: 'in', uid: UID, root: small, quotaBytes: null });
      await writeFile(join(small, 'data/full.bin'), OLD);
      await chown(join(small, 'data/full.bin'), UID, UID);
      const refused = await ftplib('plain', 'STOR /data/full.bin', join(files, 'new'));
      expect(refused.stdout).toMatch(/error_perm 552 The disk is full/);
      expect(await readFile(join(small, 'data/full.bin'))).toEqual(OLD);
    } finally {
      await ftp.restart('killed');
      await run({ file: 'umount', args: ['--lazy', small] });
    }
  });

  it('connects to clients in active mode, and keeps names that are not UTF-8', async () => {
    const upload = await curl('plain', 'active%FF.bin', '--ftp-port', '127.0.0.1', '-T', join(files, 'new'));
    expect(upload).toMatchObject({ code: 0 });
    const names = await readdir(Buffer.from(join(root, 'data')), { encoding: 'buffer' });
    expect(names.map((name) => name.toString('latin1'))).toContain('active\xff.bin');
    expect((await curl('plain', '', '-X', 'LIST -la')).stdout).toContain('active');
  });

  it('leaves nothing behind when read-only is switched on during an upload', async () => {
    await place('site.txt', OLD);
    const before = await readdir(join(root, 'data'));
    const cut = await beginSlowly('plain', 'site.txt');
    const access = new Map<string, FtpAccess>([['vh41003', 'read-only']]);
    const { places } = ftp;
    const parts = { places: places.ftp, accessOf: () => Promise.resolve(access), onFailed: console.error };
    await new FtpSessions(parts).endDisallowed();
    await noneUnfinished();
    await cut();
    expect(await readdir(join(root, 'data'))).toEqual(before);
    expect(await stored('site.txt')).toEqual(OLD);
  });

  describe('whose client is lost', () => {
    // Far longer than the tests: the server decides when the session ends, not when the time is up.
    beforeAll(() => ftp.restart('killed', { '--lost-client-ms': '60000' }));
    afterAll(() => ftp.restart('killed'));

    /** Ends the data first, as the kernel of a killed client does. */
    const lose = async ({ client, data }: Begun) => {
      data.resume().end();
      await once(data, 'finish');
      // The server reads the end of the data before that of the session.
      await sleep(200);
      // `client.close` would send QUIT.
      client.ftp.socket.destroy();
    };

    it('keeps the old file if the data connection closes before the session', async () => {
      await place('lost.bin', OLD);
      await lose(await beginUpload('lost.bin'));
      await noneUnfinished();
      expect(await stored('lost.bin')).toEqual(OLD);
    });

    it('keeps the old file if the client sent QUIT and did not wait for the end of the upload', async () => {
      for (const isQuitFirst of [true, false]) {
        await place('lost.bin', OLD);
        const begun = await beginUpload('lost.bin');
        if (isQuitFirst) await begun.client.send('QUIT');
        begun.data.resume().end();
        await once(begun.data, 'finish');
        if (!isQuitFirst) begun.client.ftp.socket.write('QUIT\r\n');
        begun.client.ftp.socket.destroySoon();
        await noneUnfinished();
        expect(await stored('lost.bin')).toEqual(OLD);
      }
    });

    it('keeps a file that another session completed meanwhile', async () => {
      await rm(join(root, 'data/both.bin'), { force: true });
      const begun = await beginUpload('both.bin');
      // A retry of the same upload, in a session of its own.
      await writeFile(join(root, 'data/both.bin'), NEW);
      await lose(begun);
      await noneUnfinished();
      expect((await stored('both.bin')).equals(NEW)).toBe(true);
    });
  });

  it('answers commands that arrive during an upload after it, in their order', async () => {
    await place('early.bin', OLD);
    await rm(join(root, 'data/renamed.bin'), { force: true });
    const { client, data } = await beginUpload('early.bin');
    let replies = '';
    client.ftp.socket.on('data', (part) => (replies += String(part)));
    const early = ['LIST', 'STOR /data/other.bin', 'RNFR /data/early.bin', 'RNTO /data/renamed.bin', 'NOOP'];
    client.ftp.socket.write(early.map((command) => `${command}\r\n`).join(''));
    data.write(NEW.subarray(KB));
    data.end();
    while (!/^200 /m.test(replies)) await sleep(10);
    expect(replies.match(/^\d+/gm)).toEqual(['226', '150', '150', '350', '250', '200']);
    expect((await stored('renamed.bin')).equals(NEW)).toBe(true);
    await expect(stored('early.bin')).rejects.toThrow('ENOENT');
    client.close();
  });

  it('completes an upload whose client sends QUIT and waits for the end of the upload', async () => {
    await place('quit.bin', OLD);
    const { client, data } = await beginUpload('quit.bin');
    await client.send('QUIT');
    data.end(NEW.subarray(KB));
    await noneUnfinished();
    expect((await stored('quit.bin')).equals(NEW)).toBe(true);
  });

  it('removes what a killed server left, and nothing of a session that still runs', async () => {
    await place('site.txt', OLD);
    const first = await beginSlowly('plain', 'site.txt');
    await ftp.restart('killed');
    await noneUnfinished();
    await first();
    const second = await beginSlowly('plain', 'site.txt');
    const living = await unfinished();
    await ftp.restart('left');
    await writeFile(join(root, '.sitedeck/ftp/orphan'), 'x');
    await chown(join(root, '.sitedeck/ftp/orphan'), UID, UID);
    // Every sign-in runs the sweep.
    await connect();
    expect(await unfinished()).toEqual(living);
    await second();
    await noneLeft();
    expect(await stored('site.txt')).toEqual(OLD);
  });
});
