import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { chown, mkdir, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sendFiles, type SentUpload } from '#testing/child-requests';
import { createHostTree, makeFileHosts, type FileHosts, type TestHost } from '#testing/file-hosts';
import { fileChildPid } from '#testing/find-file-child';
import { canMount, SmallDisk } from '#testing/small-disk';
import type { UploadReport } from '#files/link/child-messages';

const SLICE = 4 * 1024 * 1024;
const reports: UploadReport[] = [];
let hosts: FileHosts;
let host: TestHost;
let upload: SentUpload;
let count = 0;

beforeAll(async () => {
  hosts = await makeFileHosts({ onUpload: (_host, report) => void reports.push(report) });
});
afterAll(() => hosts.close());

const NEVER = { signal: new AbortController().signal, progress: () => undefined };
const own = (path: string) => join(host.root, path);

async function openHost(quotaBytes: number | null = null): Promise<void> {
  host = await hosts.host(`up${++count}`, quotaBytes);
  const { socket } = await hosts.parent.handlers.ensureChild(host.target, NEVER);
  upload = { socket, id: `id-${count}`, folder: '/wwwroot' };
}
beforeEach(() => openHost());

const status = () => hosts.request(host, 'uploadStatus', { id: upload.id });
const slices = (bytes: Buffer): [number, Buffer][] =>
  Array.from({ length: Math.ceil(bytes.length / SLICE) }, (_, index) => [
    index * SLICE,
    bytes.subarray(index * SLICE, (index + 1) * SLICE),
  ]);
const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

const childPid = () => fileChildPid(host.root);

async function killChild(): Promise<void> {
  process.kill(await childPid(), 'SIGKILL');
  await revive();
}

async function revive(): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const restarted = await hosts.parent.handlers.ensureChild(host.target, NEVER).catch(() => undefined);
    if (restarted && (await status().catch(() => 'down')) !== 'engine-down') return;
  }
}

describe('slices', () => {
  it('accepts slices out of order and twice, and shows the file only when it is complete', async () => {
    const bytes = randomBytes(3 * SLICE + 12_345);
    const order = [2, 0, 3, 0, 2];
    for (const index of order) {
      const [from, part] = slices(bytes)[index] ?? [0, bytes];
      const reply = await sendFiles(upload, [{ name: 'deep/er/big.bin', bytes: part }], {
        from,
        total: bytes.length,
      });
      expect(reply).toMatchObject({
        code: '200',
        res: { files: [{ path: '/wwwroot/deep/er/big.bin', size: bytes.length, done: false }] },
      });
    }
    expect(await readdir(own('wwwroot'))).toEqual([]);
    expect(await status()).toMatchObject({
      files: [
        {
          path: '/wwwroot/deep/er/big.bin',
          done: false,
          received: [
            [0, SLICE],
            [2 * SLICE, bytes.length],
          ],
        },
      ],
    });
    const [from, part] = slices(bytes)[1] ?? [0, bytes];
    const last = await sendFiles(upload, [{ name: 'deep/er/big.bin', bytes: part }], {
      from,
      total: bytes.length,
    });
    expect(last).toMatchObject({ res: { files: [{ done: true }] } });
    expect(sha(await readFile(own('wwwroot/deep/er/big.bin')))).toBe(sha(bytes));
    const made = await stat(own('wwwroot/deep/er/big.bin'));
    expect([made.uid, made.mode & 0o7777]).toEqual([host.target.uid, 0o644]);
    const lateReply = await sendFiles(upload, [{ name: 'deep/er/big.bin', bytes: part }], {
      from,
      total: bytes.length,
    });
    expect(lateReply).toMatchObject({ res: { files: [{ done: true }] } });
    const [, first] = slices(bytes)[0] ?? [0, bytes];
    const repeatedReply = await sendFiles(upload, [{ name: 'deep/er/big.bin', bytes: first }], {
      from: 0,
      total: bytes.length,
    });
    expect(repeatedReply).toMatchObject({ res: { files: [{ done: true }] } });
    expect(sha(await readFile(own('wwwroot/deep/er/big.bin')))).toBe(sha(bytes));
  });

  it('takes slices in parallel without losing one', async () => {
    const bytes = randomBytes(5 * SLICE);
    await Promise.all(
      slices(bytes).map(([from, part]) =>
        sendFiles(upload, [{ name: 'p', bytes: part }], { from, total: bytes.length }),
      ),
    );
    expect(sha(await readFile(own('wwwroot/p')))).toBe(sha(bytes));
  });

  it('refuses slices that are too large, past the total or of another size, and leaves nothing', async () => {
    const part = randomBytes(1000);
    const reason = async (headers: Record<string, string>, bytes = part) =>
      (await sendFiles(upload, [{ name: 'x', bytes }], { from: 0, total: 5000, headers })).res.reason;
    expect(await reason({ 'content-range': 'bytes 4500-5499/5000' })).toBe('slice-out-of-range');
    expect(await reason({ 'content-range': 'bytes 0-1999/5000' })).toBe('slice-out-of-range');
    expect(await reason({ 'content-range': 'bytes 999-0/5000' })).toBe('slice-out-of-range');
    expect(await reason({ 'content-range': 'bytes x' })).toBe('bad-input');
    expect(
      await reason({ 'content-range': `bytes 0-${SLICE + 70_000}/99999999` }, randomBytes(SLICE + 70_001)),
    ).toBe('slice-too-large');
    expect(await reason({ 'content-range': 'bytes 0-999/99999999' }, randomBytes(6 * 1024 * 1024))).toBe(
      'slice-too-large',
    );
    expect(await reason({ 'content-type': 'text/plain' })).toBe('bad-input');
    expect(await readdir(own('wwwroot'))).toEqual([]);
    expect(await status()).toMatchObject({ files: [] });
  });

  it('ignores a slice whose connection was cut, and completes the file when it is sent again', async () => {
    const bytes = randomBytes(2 * SLICE);
    const [[, first], [from, second]] = slices(bytes) as [[number, Buffer], [number, Buffer]];
    await sendFiles(upload, [{ name: 'cut', bytes: first }], { from: 0, total: bytes.length });
    await expect(
      sendFiles(upload, [{ name: 'cut', bytes: second }], { from, total: bytes.length, cutAfter: 2_000_000 }),
    ).rejects.toThrow();
    expect(await status()).toMatchObject({ files: [{ received: [[0, SLICE]] }] });
    await sendFiles(upload, [{ name: 'cut', bytes: second }], { from, total: bytes.length });
    expect(sha(await readFile(own('wwwroot/cut')))).toBe(sha(bytes));
  });

  it('keeps acknowledged slices when the child is killed', async () => {
    const bytes = randomBytes(3 * SLICE);
    const parts = slices(bytes);
    for (const index of [0, 2]) {
      const [from, part] = parts[index] ?? [0, bytes];
      await sendFiles(upload, [{ name: 'killed', bytes: part }], { from, total: bytes.length });
    }
    await killChild();
    expect(await status()).toMatchObject({
      files: [
        {
          received: [
            [0, SLICE],
            [2 * SLICE, 3 * SLICE],
          ],
        },
      ],
    });
    const [from, part] = parts[1] ?? [0, bytes];
    expect(
      await sendFiles(upload, [{ name: 'killed', bytes: part }], { from, total: bytes.length }),
    ).toMatchObject({ res: { files: [{ done: true }] } });
    expect(sha(await readFile(own('wwwroot/killed')))).toBe(sha(bytes));
    await killChild();
    expect(await status()).toMatchObject({
      files: [{ path: '/wwwroot/killed', done: true, received: [[0, 3 * SLICE]] }],
    });
  });

  it("places the file after a kill between the journal's last note and the rename", async () => {
    const bytes = randomBytes(2 * SLICE);
    const [[, first]] = slices(bytes) as [[number, Buffer]];
    await sendFiles(upload, [{ name: 'between', bytes: first }], { from: 0, total: bytes.length });
    const folder = own(`tmp/.sitedeck-uploads/${upload.id}`);
    const part = (await readdir(folder)).find((name) => /^[0-9a-f]{24}$/.test(name)) ?? '';
    process.kill(await childPid(), 'SIGKILL');
    await writeFile(join(folder, part), bytes);
    await writeFile(join(folder, `${part}.log`), `${SLICE} ${2 * SLICE}\n${SLICE} 99`, { flag: 'a' });
    await revive();
    expect(await status()).toMatchObject({ files: [{ done: true }] });
    expect(sha(await readFile(own('wwwroot/between')))).toBe(sha(bytes));
  });

  it('replaces a file only with the last slice, and starts over when the sender has changed the file', async () => {
    await writeFile(own('wwwroot/f'), 'old');
    await chown(own('wwwroot/f'), host.target.uid, host.target.uid);
    const total = 2 * SLICE;
    const [one, two] = [Buffer.alloc(total, 1), Buffer.alloc(total, 2)];
    const put = (bytes: Buffer, from: number) =>
      sendFiles(upload, [{ name: 'f', bytes: bytes.subarray(from, from + SLICE) }], { from, total });
    await put(one, SLICE);
    expect(await readFile(own('wwwroot/f'), 'utf8')).toBe('old');
    await put(one, 0);
    expect((await readFile(own('wwwroot/f'))).equals(one)).toBe(true);
    await put(two, 0);
    expect((await readFile(own('wwwroot/f'))).equals(one)).toBe(true);
    await put(two, SLICE);
    expect((await readFile(own('wwwroot/f'))).equals(two)).toBe(true);
  });
});

describe('files', () => {
  it('creates an empty file by one request, however its range is written', async () => {
    for (const [index, range] of ['bytes */0', 'bytes 0-0/0', 'bytes 0--1/0'].entries()) {
      const name = `empty${index}`;
      const reply = await sendFiles(upload, [{ name, bytes: Buffer.alloc(0) }], {
        from: 0,
        total: 0,
        headers: { 'content-range': range },
      });
      expect(reply).toMatchObject({ code: '200', res: { files: [{ size: 0, done: true }] } });
      expect((await stat(own(`wwwroot/${name}`))).size).toBe(0);
    }
  });

  it('accepts complete files in batches, each under its own name', async () => {
    const names = [
      `it's "q"`,
      'a\nb',
      '🎉/中文.txt',
      '\u202egnp.exe',
      `d/${'x'.repeat(255)}`,
      '%2e%2e',
      'a\\b',
    ];
    const files = names.map((name, index) => ({
      name,
      bytes: Buffer.from(`--${index}\r\n------formdata-1f2e3`),
    }));
    const reply = await sendFiles(upload, files);
    expect(reply.res.files?.map((file) => [file.path, file.done])).toEqual(
      names.map((name) => [`/wwwroot/${name}`, true]),
    );
    for (const { name, bytes } of files) expect(await readFile(own(`wwwroot/${name}`))).toEqual(bytes);
    const { files: known } = (await status()) as { files: { path: string; done: boolean }[] };
    expect(known.filter((file) => file.done).map((file) => file.path)).toContain('/wwwroot/a\nb');
  });

  it('reports failed files next to the others', async () => {
    await mkdir(own('wwwroot/taken'));
    const bytes = Buffer.from('x');
    const reply = await sendFiles(upload, [
      { name: 'good', bytes },
      { name: 'taken', bytes },
      { name: '../out', bytes },
    ]);
    expect(reply.res.files?.map((file) => [file.done, file.failed !== undefined])).toEqual([
      [true, false],
      [false, true],
      [false, true],
    ]);
    expect(reply.res.files?.[1]?.failed).toBe('已有同名的文件或文件夹');
  });

  it('refuses files outside: up, through a link, in the root or in the logs', async () => {
    await symlink('/tmp', own('wwwroot/link'));
    const bytes = Buffer.from('x');
    const into = async (folder: string, name: string) =>
      (await sendFiles({ ...upload, folder }, [{ name, bytes }])).res.reason;
    expect(await into('/wwwroot', '../../../tmp/x')).toBe('bad-path');
    expect(await into('/wwwroot', 'link/x')).toBe('link-in-path');
    expect(await into('/wwwroot/link', 'x')).toBe('link-in-path');
    expect(await into('/', 'x')).toBe('root-closed');
    expect(await into('/', 'new/x')).toBe('no-such-file');
    expect(await into('/logs', 'x')).toBe('read-only-place');
    expect(await into('/wwwroot/..', 'x')).toBe('bad-path');
    expect(await into('/wwwroot', 'x'.repeat(256))).toBe('bad-name');
    expect(await into('/wwwroot', '')).toBe('bad-name');
    expect(await into('/wwwroot', '/etc/x')).toBeUndefined();
    expect(await readFile(own('wwwroot/etc/x'), 'utf8')).toBe('x');
    const foreign = await sendFiles({ ...upload, id: '../../wwwroot' }, [{ name: 'x', bytes }]);
    expect(foreign.res.reason).toBe('bad-input');
  });
});

/** One slice of `f`, or of `name`, with the headers of its part. */
const put = (
  bytes: Buffer,
  [from, to]: readonly [number, number],
  { headers, name = 'f' }: { readonly headers: readonly string[]; readonly name?: string },
) => sendFiles(upload, [{ name, bytes: bytes.subarray(from, to), headers }], { from, total: bytes.length });
const LATER = ['X-Upload-Hash: sha-256'];
const reported = (bytes: Buffer) => [`X-Upload-Hash: sha-256=${sha(bytes)}`];

describe('content', () => {
  it('is compared with its hash before a file gets its name, and discarded if they differ', async () => {
    await writeFile(own('wwwroot/f'), 'old');
    await chown(own('wwwroot/f'), host.target.uid, host.target.uid);
    const bytes = randomBytes(2 * SLICE + 77);
    const other = Buffer.concat([
      bytes.subarray(0, 100),
      Buffer.of(bytes.readUInt8(100) ^ 1),
      bytes.subarray(101),
    ]);
    const tail = [2 * SLICE, bytes.length] as const;
    await put(bytes, [0, SLICE], { headers: LATER });
    // Complete, but its hash has not arrived.
    await put(bytes, tail, { headers: LATER });
    expect(await put(bytes, [SLICE, 2 * SLICE], { headers: LATER })).toMatchObject({
      res: { files: [{ done: false }] },
    });
    const refused = await put(bytes, tail, { headers: reported(other) });
    expect([refused.code, refused.res.reason]).toEqual(['400', 'hash-mismatch']);
    expect(await readFile(own('wwwroot/f'), 'utf8')).toBe('old');
    expect(await status()).toMatchObject({ files: [{ done: false, received: [] }] });
    // Sent again after the child was killed: the new child reads the earlier bytes from the disk.
    await put(bytes, tail, { headers: LATER });
    await put(bytes, [0, SLICE], { headers: LATER });
    await killChild();
    expect(await put(bytes, [SLICE, 2 * SLICE], { headers: reported(bytes) })).toMatchObject({
      res: { files: [{ done: true }] },
    });
    expect(sha(await readFile(own('wwwroot/f')))).toBe(sha(bytes));
    expect(await put(bytes, tail, { headers: reported(bytes) })).toMatchObject({
      res: { files: [{ done: true }] },
    });
  });

  it('hashes a file that another program overwrites during the upload as it is on disk', async () => {
    const [bytes, wrong] = [randomBytes(2 * SLICE), randomBytes(2 * SLICE)];
    await put(bytes, [0, SLICE], { headers: LATER });
    await put(wrong, [SLICE, 2 * SLICE], { headers: LATER });
    expect(await put(bytes, [SLICE, 2 * SLICE], { headers: reported(bytes) })).toMatchObject({
      res: { files: [{ done: true }] },
    });
    expect(sha(await readFile(own('wwwroot/f')))).toBe(sha(bytes));
  });

  it('checks the hash of each small file, and refuses an invalid hash', async () => {
    const [a, b] = [randomBytes(10), randomBytes(10)];
    const reply = await sendFiles(upload, [
      { name: 'a', bytes: a, headers: reported(a) },
      { name: 'b', bytes: b, headers: reported(a) },
    ]);
    expect(reply.res.files?.map(({ done, reason }) => [done, reason])).toEqual([
      [true, undefined],
      [false, 'hash-mismatch'],
    ]);
    expect((await put(b, [0, 10], { headers: reported(a) })).res.reason).toBe('hash-mismatch');
    for (const header of ['X-Upload-Hash: md5=00', 'X-Upload-Hash: sha-256=xyz', 'X-If-Exists: maybe'])
      expect((await put(b, [0, 10], { headers: [header] })).res.reason).toBe('bad-input');
    expect(await readdir(own('wwwroot'))).toEqual(['a']);
  });

  it('is saved next to an existing name, or refused, as its sender requests', async () => {
    const [old, bytes] = [Buffer.from('old'), randomBytes(2 * SLICE)];
    await sendFiles(upload, [{ name: 'f', bytes: old }]);
    const half = [0, SLICE] as const;
    const rest = [SLICE, 2 * SLICE] as const;
    const [refuse, both] = [['X-If-Exists: refuse'], ['X-If-Exists: both']];
    // The conflict is reported before bytes travel, and at the end for a name that was created meanwhile.
    expect((await put(bytes, half, { headers: refuse })).res.reason).toBe('already-exists');
    await put(bytes, half, { headers: refuse, name: 'later' });
    await sendFiles({ ...upload, id: `${upload.id}-2` }, [{ name: 'later', bytes: old }]);
    expect((await put(bytes, rest, { headers: refuse, name: 'later' })).res.reason).toBe('already-exists');
    // The user chooses: only the slice that completes the file is sent again.
    for (const _twice of [1, 2]) {
      expect(await put(bytes, rest, { headers: both, name: 'later' })).toMatchObject({
        res: { files: [{ path: '/wwwroot/later', to: '/wwwroot/later (2)', done: true }] },
      });
    }
    const small = await sendFiles(upload, [
      { name: 'f', bytes: Buffer.from('new'), headers: both },
      { name: 'f', bytes: Buffer.from('none'), headers: refuse },
      // Sent again after a kill: the file is already in place.
      { name: 'f', bytes: old, headers: refuse },
    ]);
    expect(small.res.files?.map(({ to, reason, done }) => [done, to, reason])).toEqual([
      [true, '/wwwroot/f (2)', undefined],
      [false, undefined, 'already-exists'],
      [true, undefined, undefined],
    ]);
    expect((await readdir(own('wwwroot'))).sort()).toEqual(['f', 'f (2)', 'later', 'later (2)']);
    expect(await readFile(own('wwwroot/f'), 'utf8')).toBe('old');
    expect(await readFile(own('wwwroot/later'), 'utf8')).toBe('old');
    expect(sha(await readFile(own('wwwroot/later (2)')))).toBe(sha(bytes));
  });

  it('survives the deletion of its folder or its parts during the upload', async () => {
    const bytes = randomBytes(2 * SLICE);
    const slice = (from: number, headers: readonly string[]) =>
      put(bytes, [from, from + SLICE], { headers, name: 'd/f' });
    await mkdir(own('wwwroot/d'));
    await chown(own('wwwroot/d'), host.target.uid, host.target.uid);
    await slice(0, LATER);
    await rm(own('wwwroot/d'), { recursive: true });
    expect(await slice(SLICE, reported(bytes))).toMatchObject({ res: { files: [{ done: true }] } });
    await rm(own('wwwroot/d'), { recursive: true });
    await put(bytes, [0, SLICE], { headers: LATER });
    await rm(own('tmp/.sitedeck-uploads'), { recursive: true });
    expect(await status()).toBe('upload-unknown');
    expect(await put(bytes, [SLICE, 2 * SLICE], { headers: reported(bytes) })).toMatchObject({
      res: { files: [{ done: false }] },
    });
    expect(await put(bytes, [0, SLICE], { headers: reported(bytes) })).toMatchObject({
      res: { files: [{ done: true }] },
    });
    expect(await readdir(own('wwwroot'))).toEqual(['f']);
    expect(sha(await readFile(own('wwwroot/f')))).toBe(sha(bytes));
  });
});

describe('limits', () => {
  it('refuses a file beyond the quota before it begins, and during the upload if others fill the quota', async () => {
    await openHost(10 * 1024 * 1024);
    const tooMuch = await sendFiles(upload, [{ name: 'q', bytes: randomBytes(SLICE) }], {
      from: 0,
      total: 11 * 1024 * 1024,
    });
    expect([tooMuch.code, tooMuch.res.reason]).toEqual(['413', 'over-quota']);
    const total = 2 * SLICE;
    expect(
      (await sendFiles(upload, [{ name: 'q', bytes: randomBytes(SLICE) }], { from: 0, total })).code,
    ).toBe('200');
    await sendFiles(upload, [{ name: 'other', bytes: randomBytes(SLICE) }]);
    const middle = await sendFiles(upload, [{ name: 'q', bytes: randomBytes(SLICE) }], {
      from: SLICE,
      total,
    });
    expect(middle.res.reason).toBe('over-quota');
    expect(await readdir(own('wwwroot'))).toEqual(['other']);
    expect(
      await hosts.request(host, 'writeText', { path: '/wwwroot/t', content: 'x'.repeat(3_000_000) }),
    ).toBe('over-quota');
    expect(await hosts.request(host, 'copyFile', { path: '/wwwroot/other', to: '/data/o' })).toBe(
      'over-quota',
    );
    expect(await readdir(own('data'))).toEqual([]);
  });

  (canMount() ? it : it.skip)(
    'keeps what is there when the disk is full, and goes on when there is room (needs a mount)',
    async () => {
      const disk = join(hosts.hosts, 'disk');
      await mkdir(disk);
      using _disk = new SmallDisk(disk, '12m');
      const small = join(disk, host.target.hostCode);
      await createHostTree(small, host.target.uid);
      const full = { root: small, target: host.target };
      await hosts.parent.handlers.removeChild({ hostCode: full.target.hostCode }, NEVER);
      const nested = await hosts.mounted(full.target, small);
      const { socket } = await nested.parent.handlers.ensureChild(full.target, NEVER);
      const into = { ...upload, socket };
      await sendFiles(into, [{ name: 'kept', bytes: Buffer.from('kept') }]);
      const bytes = randomBytes(4 * SLICE);
      const replies: (string | undefined)[] = [];
      for (const [from, part] of slices(bytes)) {
        replies.push(
          (await sendFiles(into, [{ name: 'big', bytes: part }], { from, total: bytes.length })).res.reason,
        );
      }
      expect(replies).toEqual([undefined, undefined, 'disk-full', 'disk-full']);
      expect(
        await nested.request(full, 'writeText', { path: '/wwwroot/kept', content: 'y'.repeat(8_000_000) }),
      ).toBe('disk-full');
      expect(await readFile(join(small, 'wwwroot/kept'), 'utf8')).toBe('kept');
      expect(await readdir(join(small, 'wwwroot'))).toEqual(['kept']);
      await nested.parent.handlers.stopUpload({ ...full.target, id: upload.id }, NEVER);
      expect(
        await nested.request(full, 'writeText', { path: '/wwwroot/kept', content: 'y'.repeat(8_000_000) }),
      ).toMatchObject({ size: 8_000_000 });
      await nested.parent.close();
    },
  );
});

describe('an upload', () => {
  it('refuses slices of a stopped upload and removes its parts; complete files stay', async () => {
    const bytes = randomBytes(2 * SLICE);
    await sendFiles(upload, [{ name: 'whole', bytes: Buffer.from('w') }]);
    await sendFiles(upload, [{ name: 'half', bytes: bytes.subarray(0, SLICE) }], {
      from: 0,
      total: bytes.length,
    });
    await hosts.parent.handlers.stopUpload({ ...host.target, id: upload.id }, NEVER);
    const more = await sendFiles(upload, [{ name: 'half', bytes: bytes.subarray(SLICE) }], {
      from: SLICE,
      total: bytes.length,
    });
    expect([more.code, more.res.reason]).toEqual(['409', 'upload-stopped']);
    expect(await readdir(own('tmp/.sitedeck-uploads'))).toEqual([]);
    expect(await readdir(own('wwwroot'))).toEqual(['whole']);
  });

  it('reports its progress', async () => {
    const bytes = randomBytes(2 * SLICE);
    await sendFiles(upload, [{ name: 'half', bytes: bytes.subarray(0, SLICE) }], {
      from: 0,
      total: bytes.length,
    });
    await sendFiles(upload, [{ name: 'whole', bytes: Buffer.from('w') }]);
    for (
      let tries = 0;
      tries < 400 && !reports.some(({ id, files }) => id === upload.id && files === 1);
      tries += 1
    ) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(reports.filter(({ id }) => id === upload.id).at(-1)).toMatchObject({
      files: 1,
      open: 1,
      bytes: SLICE + 1,
    });
  });

  it('removes an abandoned upload after a day', async () => {
    await sendFiles(upload, [{ name: 'half', bytes: randomBytes(10) }], { from: 0, total: 20 });
    const folder = own(`tmp/.sitedeck-uploads/${upload.id}`);
    const old = Date.now() / 1000 - 25 * 3600;
    for (const name of await readdir(folder)) await utimes(join(folder, name), old, old);
    await utimes(folder, old, old);
    await killChild();
    for (let tries = 0; tries < 400 && (await readdir(own('tmp/.sitedeck-uploads'))).length > 0; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(await readdir(own('tmp/.sitedeck-uploads'))).toEqual([]);
  });

  it('sees no secret of the server in the environment, arguments or descriptors of its process', async () => {
    process.env['SITEDECK_PROVIDER_KEY'] = 'a-secret-of-ours';
    try {
      await openHost();
      const pid = await childPid();
      const asTenant = (...args: string[]) =>
        execFileSync(args[0] ?? '', args.slice(1), {
          uid: host.target.uid,
          gid: host.target.uid,
          encoding: 'utf8',
        });
      // A cage sets the first folder.
      expect(asTenant('cat', `/proc/${pid}/environ`)).toBe(hosts.cages.is === 'on' ? 'PWD=/\0' : '');
      expect(asTenant('cat', `/proc/${pid}/cmdline`)).not.toContain('secret');
      const links = asTenant('ls', '-l', `/proc/${pid}/fd`)
        .split('\n')
        .map((line) => line.split(' -> ')[1])
        .filter(Boolean);
      const strangers = links.filter(
        (target) => !/^(socket:|pipe:|anon_inode:|\/dev\/null)/.test(target ?? '') && target !== host.root,
      );
      expect(strangers).toEqual([]);
      expect(asTenant('grep', '-E', '^(Groups|Uid):', `/proc/${pid}/status`)).toBe(
        `Uid:\t${[1, 2, 3, 4].map(() => host.target.uid).join('\t')}\nGroups:\t \n`,
      );
    } finally {
      delete process.env['SITEDECK_PROVIDER_KEY'];
    }
  });
});
