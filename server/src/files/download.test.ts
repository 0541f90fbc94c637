import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import {
  chmod,
  chown,
  lstat,
  mkdir,
  readFile,
  readdir,
  readlink,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { requestChild, type ChildReply } from '#testing/child-requests';
import { makeFileHosts, type FileHosts, type TestHost } from '#testing/file-hosts';
import { BASE_ENV } from '#system/process/exec';
import { isRefusal } from '#faults/refusal';
import type { StreamReport } from '#files/link/child-messages';

let hosts: FileHosts;
let host: TestHost;
let count = 0;
const streams: (Omit<StreamReport, 'ticket'> & { taskId: number })[] = [];
const NEVER = { signal: new AbortController().signal, progress: (): void => undefined };

beforeAll(async () => {
  hosts = await makeFileHosts({
    onStream: (_host, taskId, report) => void streams.push({ ...report, taskId }),
  });
});
afterAll(() => hosts.close());
beforeEach(async () => {
  host = await hosts.host(`dl${++count}`);
});

const own = (path: string) => join(host.root, path);
const socket = () => join(hosts.sockets, `${host.target.hostCode}.sock`);

async function put(path: string, bytes: Buffer | string, mode = 0o644): Promise<void> {
  await writeFile(own(path), bytes);
  await chmod(own(path), mode);
  await chown(own(path), host.target.uid, host.target.uid);
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 20));
}

const ticketFor = (path: string, isStatic = false) =>
  hosts.parent.handlers.ticket(
    { ...host.target, grant: { type: 'download', path: path as never, static: isStatic } },
    NEVER,
  );

async function download(
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<ChildReply> {
  const ticket = await ticketFor(path);
  if (ticket.is !== 'ticket') throw new Error('a ticket was expected');
  return requestChild(socket(), { path: `/ticket/${ticket.ticket}`, headers, method });
}

describe('a download', () => {
  it('reports its length, and supports ranges and HEAD', async () => {
    const bytes = randomBytes(3_000_000);
    await put('wwwroot/f', bytes, 0o600);
    const complete = await download('/wwwroot/f');
    expect([complete.status, complete.headers['content-length'], complete.headers['accept-ranges']]).toEqual([
      200,
      '3000000',
      'bytes',
    ]);
    expect(complete.body.equals(bytes)).toBe(true);
    const cases = [
      ['bytes=0-9', 206, 'bytes 0-9/3000000', bytes.subarray(0, 10)],
      ['bytes=2999990-', 206, 'bytes 2999990-2999999/3000000', bytes.subarray(2_999_990)],
      ['bytes=-5', 206, 'bytes 2999995-2999999/3000000', bytes.subarray(-5)],
      ['bytes=5-99999999', 206, 'bytes 5-2999999/3000000', bytes.subarray(5)],
      ['bytes=3000000-', 416, 'bytes */3000000', Buffer.alloc(0)],
    ] as const;
    for (const [range, status, contentRange, expected] of cases) {
      const reply = await download('/wwwroot/f', { range });
      expect([reply.status, reply.headers['content-range']]).toEqual([status, contentRange]);
      expect(reply.body.equals(expected)).toBe(true);
    }
    const etag = String(complete.headers.etag);
    expect((await download('/wwwroot/f', { range: 'bytes=0-1', 'if-range': etag })).status).toBe(206);
    expect((await download('/wwwroot/f', { range: 'bytes=0-1', 'if-range': '"old"' })).status).toBe(200);
    const head = await download('/wwwroot/f', {}, 'HEAD');
    expect([head.status, head.headers['content-length'], head.body.length]).toEqual([200, '3000000', 0]);
    await put('wwwroot/empty', '');
    expect((await download('/wwwroot/empty')).status).toBe(200);
  });

  it('is left to the web server only if every user may read the file', async () => {
    await put('wwwroot/open', 'x');
    await put('wwwroot/closed', 'x', 0o640);
    await mkdir(own('data/private'), { mode: 0o750 });
    await put('data/private/open', 'x');
    await chown(own('data/private'), host.target.uid, host.target.uid);
    expect(await ticketFor('/wwwroot/open', true)).toEqual({
      is: 'static',
      path: `/${host.target.hostCode}/wwwroot/open`,
    });
    expect(await ticketFor('/wwwroot/closed', true)).toMatchObject({ is: 'ticket' });
    expect(await ticketFor('/data/private/open', true)).toMatchObject({ is: 'ticket' });
  });

  it('is opened once by its ticket, and by no other ticket', async () => {
    await put('wwwroot/f', 'x');
    const ticket = await ticketFor('/wwwroot/f');
    if (ticket.is !== 'ticket') throw new Error('a ticket was expected');
    expect((await requestChild(socket(), { path: `/ticket/${ticket.ticket}` })).status).toBe(200);
    expect((await requestChild(socket(), { path: `/ticket/${ticket.ticket}` })).status).toBe(404);
    expect((await requestChild(socket(), { path: '/ticket/x' })).status).toBe(404);
    expect((await requestChild(socket(), { path: '/' })).status).toBe(404);
  });

  it('refuses anything but a file of the host', async () => {
    await symlink('/etc/passwd', own('wwwroot/link'));
    execFileSync('mkfifo', ['-m', '666', own('wwwroot/fifo')]);
    const reason = (path: string) =>
      ticketFor(path).then(
        () => 'given',
        (error: unknown) => (isRefusal(error) ? error.reason : 'bug'),
      );
    expect(await reason('/wwwroot/link')).toBe('not-a-file');
    expect(await reason('/wwwroot/fifo')).toBe('not-a-file');
    expect(await reason('/wwwroot')).toBe('not-a-file');
    expect(await reason('/')).toBe('not-a-file');
    expect(await reason('/wwwroot/none')).toBe('no-such-file');
  });
});

async function zip(paths: readonly string[], taskId = 1): Promise<ChildReply> {
  const grant = { type: 'zip', paths: paths as never, taskId, entriesMax: 100_000 } as const;
  const ticket = await hosts.parent.handlers.ticket({ ...host.target, grant }, NEVER);
  if (ticket.is !== 'ticket') throw new Error('a ticket was expected');
  return requestChild(socket(), { path: `/ticket/${ticket.ticket}` });
}

/** Unpacks with the system's own program, which also tests the archive. */
async function unpacked(archive: Buffer): Promise<string> {
  const folder = join(hosts.hosts, `out${count}-${randomBytes(3).toString('hex')}`);
  await mkdir(folder);
  await writeFile(join(folder, 'a.zip'), archive);
  // In the C locale unzip would write non-ASCII file names differently.
  const options = { env: BASE_ENV };
  execFileSync('unzip', ['-tqq', join(folder, 'a.zip')], options);
  execFileSync('unzip', ['-qq', join(folder, 'a.zip'), '-d', join(folder, 'x')], options);
  return join(folder, 'x');
}

describe('a zip', () => {
  it('contains the selection with names, modes, times and links, and opens with unzip', async () => {
    await mkdir(own('wwwroot/s/sub/empty'), { recursive: true });
    const names = [`it's "q"`, 'emoji 🎉', '中文.txt', 'photo.jpg', 'big.bin', 'tiny', 'none'];
    const sizes = [10, 5000, 200_000, 100_000, 3_000_000, 1, 0];
    for (const [index, name] of names.entries()) {
      const bytes = index % 2 ? randomBytes(sizes[index] ?? 0) : Buffer.alloc(sizes[index] ?? 0, 'ab');
      await put(`wwwroot/s/sub/${name}`, bytes, 0o640);
    }
    await symlink('../outside', own('wwwroot/s/link'));
    await put('wwwroot/other', 'other');
    const reply = await zip(['/wwwroot/s', '/wwwroot/s/sub', '/wwwroot/other']);
    expect([reply.status, reply.headers['content-type']]).toEqual([200, 'application/zip']);
    const out = await unpacked(reply.body);
    expect((await readdir(out)).sort()).toEqual(['other', 's']);
    for (const name of names) {
      const [received, original] = [
        await readFile(join(out, 's/sub', name)),
        await readFile(own(`wwwroot/s/sub/${name}`)),
      ];
      expect([name, received.equals(original)]).toEqual([name, true]);
    }
    expect((await stat(join(out, 's/sub/tiny'))).mode & 0o777).toBe(0o640);
    expect((await stat(join(out, 's/sub/empty'))).isDirectory()).toBe(true);
    expect(await readlink(join(out, 's/link'))).toBe('../outside');
    expect(
      Math.abs(
        (await stat(join(out, 's/sub/tiny'))).mtimeMs - (await stat(own('wwwroot/s/sub/tiny'))).mtimeMs,
      ),
    ).toBeLessThan(2000);
  });

  it('packs thousands of files in threads, completely', async () => {
    await mkdir(own('wwwroot/many'));
    for (let index = 0; index < 3000; index += 1)
      writeFileSync(own(`wwwroot/many/${index}`), `file ${index} `.repeat(50));
    const out = await unpacked((await zip(['/wwwroot'], 7)).body);
    const found = await readdir(join(out, 'wwwroot/many'));
    expect(found.length).toBe(3000);
    expect(await readFile(join(out, 'wwwroot/many/2999'), 'utf8')).toBe('file 2999 '.repeat(50));
    await until(() => streams.at(-1)?.state === 'done');
    expect(streams.at(-1)).toMatchObject({ taskId: 7, state: 'done', files: 3000, failed: [] });
  });

  it('leaves out unreadable entries, and lists them', async () => {
    await put('wwwroot/good', 'x');
    await writeFile(own('wwwroot/foreign'), 'secret', { mode: 0o600 });
    execFileSync('mkfifo', [own('wwwroot/fifo')]);
    const out = await unpacked((await zip(['/wwwroot'], 8)).body);
    expect(await readdir(join(out, 'wwwroot'))).toEqual(['good']);
    await until(() => streams.at(-1)?.taskId === 8);
    expect([...(streams.at(-1)?.failed ?? [])].sort()).toEqual([
      'wwwroot/fifo: pack-special',
      'wwwroot/foreign: not-allowed',
    ]);
  });

  it('ends with an error when its task is stopped, so that it never looks complete', async () => {
    execFileSync('sh', [
      '-c',
      `head -c 200M /dev/urandom > "${own('wwwroot/large.bin')}" && chown ${host.target.uid} "${own('wwwroot/large.bin')}"`,
    ]);
    const grant = { type: 'zip', paths: ['/wwwroot'] as never, taskId: 9, entriesMax: 100_000 } as const;
    const ticket = await hosts.parent.handlers.ticket({ ...host.target, grant }, NEVER);
    if (ticket.is !== 'ticket') throw new Error('a ticket was expected');
    let begun = (): void => undefined;
    const first = new Promise<void>((resolve) => (begun = resolve));
    const streamed = requestChild(socket(), { path: `/ticket/${ticket.ticket}`, begun }).then(
      () => 'complete',
      () => 'broken',
    );
    await first;
    await hosts.parent.stopStream(9);
    expect(await streamed).toBe('broken');
  });
});

describe('compressing inside the host', () => {
  const compress = (to: string, control = NEVER) =>
    hosts.parent.handlers.compress(
      { ...host.target, paths: ['/wwwroot' as never], to: to as never },
      control,
    );

  it('writes into the work folder and renames last, without packing the archive itself', async () => {
    await put('wwwroot/a', 'a'.repeat(1000));
    expect(await compress('/wwwroot/all.zip')).toMatchObject({ files: 1, failed: [] });
    expect((await readdir(own('wwwroot'))).sort()).toEqual(['a', 'all.zip']);
    expect((await lstat(own('wwwroot/all.zip'))).uid).toBe(host.target.uid);
    const out = await unpacked(await readFile(own('wwwroot/all.zip')));
    expect(await readdir(join(out, 'wwwroot'))).toEqual(['a']);
    await expect(compress('/wwwroot/all.zip')).rejects.toMatchObject({ reason: 'already-exists' });
  });

  it('leaves no file when it is cancelled or the quota is reached', async () => {
    await put('wwwroot/large.bin', randomBytes(20_000_000));
    const stop = new AbortController();
    // Its first report comes long before its end.
    const running = compress('/data/all.zip', { signal: stop.signal, progress: () => stop.abort() });
    await expect(running).rejects.toThrow();
    expect(await readdir(own('data'))).toEqual([]);
    const small = { ...host, target: { ...host.target, quotaBytes: 25_000_000 } };
    const over = hosts.parent.handlers.compress(
      { ...small.target, paths: ['/wwwroot' as never], to: '/data/all.zip' as never },
      NEVER,
    );
    await expect(over).rejects.toMatchObject({ reason: 'over-quota' });
    expect(await readdir(own('data'))).toEqual([]);
  });
});
