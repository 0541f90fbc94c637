import { createHash, randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MoveSource, SitePath } from '@sitedeck/contract';
import { isRefusal } from '#faults/refusal';
import { makeFtpStub, type FtpStub, type StubFaults, type StubFolder } from '#testing/ftp-stub';
import { canMount, canMountImage, CuttableDisk, SmallDisk } from '#testing/small-disk';
import { openDisk } from '../disk';
import { PlaceJournal } from '../extract/place-journal';
import { Moves } from './moves';
import { SOURCE_LIMITS } from './source';

const LIMITS = {
  ...SOURCE_LIMITS,
  connectMs: 1500,
  silenceMs: 400,
  pauseMs: 5,
  triesMax: 4,
  entriesMax: 5000,
};
const MB = 1024 * 1024;
const text = (value: string) => Buffer.from(value);
const latin = (value: Buffer) => value.toString('latin1');

let base: string;
let stub: FtpStub;
let moves: Moves;
let taskId = 0;
const own = (path: string) => join(base, 'vh1', path);
const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

beforeEach(async () => {
  base = mkdtempSync(join(tmpdir(), 'sitedeck-move-'));
  for (const folder of ['', 'wwwroot', 'data', 'tmp', '.sitedeck', 'logs']) mkdirSync(own(folder));
  moves = new Moves(openDisk(own(''), null), LIMITS);
  stub = await makeFtpStub({});
});
afterEach(async () => {
  await stub.close();
  rmSync(base, { recursive: true, force: true });
});

function useSource(tree: StubFolder, faults: StubFaults = {}): void {
  stub.tree = tree;
  stub.faults = faults;
  stub.sent.clear();
  stub.commands.length = 0;
}

const sourceWith = (more: Partial<MoveSource> = {}) =>
  MoveSource.parse({
    ...{ protocol: 'ftp', server: '127.0.0.1', port: stub.port, user: 'site', password: 'right' },
    ...{ folder: '/', encoding: 'auto', fingerprint: null, ...more },
  });

interface Options {
  readonly source?: Partial<MoveSource>;
  readonly removeGone?: boolean;
  readonly only?: string[] | null;
  readonly allowed?: string[];
  readonly signal?: AbortSignal;
  readonly id?: number;
  readonly progress?: (counts: unknown) => void;
}
const bodyOf = ({
  source = {},
  removeGone = false,
  only = null,
  allowed = ['127.0.0.0/8'],
  id,
}: Options) => ({
  ...{ source: sourceWith(source), target: SitePath.parse('/wwwroot'), removeGone, only, allowed, own: [] },
  taskId: id ?? ++taskId,
});
const controlOf = ({ signal = new AbortController().signal, progress = () => undefined }: Options) => ({
  signal,
  progress,
});
const reasonOf = (error: unknown) => {
  if (isRefusal(error)) return error.reason;
  throw error;
};
const move = (options: Options = {}) => moves.move(bodyOf(options), controlOf(options));
const check = (options: Options = {}) => moves.check(bodyOf(options), controlOf(options));
const names = (path = 'wwwroot') => readdirSync(own(path)).sort();
const leftovers = () => readdirSync(own('.sitedeck/move')).filter((name) => !name.startsWith('gone-'));

it('copies a site, then only what has changed, and bins what has gone when asked to', async () => {
  const tree = {
    'index.php': text('one'),
    sub: { '.htaccess': text('deny'), empty: {} },
    'a b.txt': text('x'),
  };
  useSource(tree);
  expect(await check()).toMatchObject({
    server: { software: 'stub', encoding: 'utf-8', fingerprint: null },
    ...{ source: { files: 3, bytes: 8 }, toCopy: { files: 3, bytes: 8 }, room: null },
  });
  expect(names()).toEqual([]);
  const first = await move();
  expect(first).toMatchObject({ copiedFiles: 3, copiedBytes: 8, unchangedFiles: 0, failedFiles: 0 });
  expect(names()).toEqual(['a b.txt', 'index.php', 'sub']);
  expect(names('wwwroot/sub')).toEqual(['.htaccess', 'empty']);
  expect(statSync(own('wwwroot/index.php')).mtime.toISOString()).toBe('2026-01-02T03:04:05.000Z');

  useSource({ ...tree, 'index.php': text('other') });
  mkdirSync(own('wwwroot/old'));
  writeFileSync(own('wwwroot/old/x'), 'x');
  expect(await check()).toMatchObject({
    toCopy: { files: 1, bytes: 5 },
    replaced: { files: 1, sample: ['index.php'] },
    gone: { files: 1, sample: ['old'] },
  });
  expect(await move({ removeGone: true })).toMatchObject({
    copiedFiles: 1,
    unchangedFiles: 2,
    removedFiles: 1,
  });
  expect([...stub.sent.keys()]).toEqual(['/index.php']);
  expect(names()).toEqual(['a b.txt', 'index.php', 'sub']);
  expect(readFileSync(own('wwwroot/index.php'), 'utf8')).toBe('other');
  const versions = openDisk(own(''), null).versions.list(['wwwroot', 'index.php']);
  expect(versions.map(({ cause, stats }) => [cause, stats.size])).toEqual([['move', 3]]);
});

it('fetches nothing twice when connections break five times', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 40 }, (_, index) => [`f${index}`, randomBytes(10_000)]),
  );
  const big = randomBytes(3 * MB);
  let breaks = 5;
  const cutAt = (path: string, from: number) => {
    if (breaks === 0 || (path !== '/big' && path !== '/f7')) return undefined;
    breaks -= 1;
    return from + 5000;
  };
  useSource({ ...files, big }, { cutAt });
  expect(await move()).toMatchObject({ copiedFiles: 41, failedFiles: 0 });
  expect(breaks).toBe(0);
  expect(sha(readFileSync(own('wwwroot/big')))).toBe(sha(big));
  for (const [path, bytes] of stub.sent)
    expect([path, bytes]).toEqual([path, statSync(own(`wwwroot${path}`)).size]);
});

it('lists files that fail, and copies them alone when asked to', async () => {
  const cutAt = (path: string, from: number) =>
    path === '/d/cut' && from === 0 ? 9 : path === '/d/cut' ? from : undefined;
  const tree = { ok: text('ok'), d: { cut: text('0123456789'), no: text('no'), yes: text('yes') } };
  useSource(tree, {
    cutAt,
    reply: (command, path) => (command === 'RETR' && path === '/d/no' ? '550 Permission denied' : undefined),
  });
  const { failed, copiedFiles } = await move();
  expect(copiedFiles).toBe(2);
  expect([...failed].sort((a, b) => a.path.localeCompare(b.path))).toEqual([
    { path: 'd/cut', reason: expect.any(String) as unknown },
    { path: 'd/no', reason: '550 Permission denied' },
  ]);
  expect(names('wwwroot/d')).toEqual(['yes']);
  useSource(tree);
  expect(await move({ only: failed.map(({ path }) => path) })).toMatchObject({
    copiedFiles: 2,
    failedFiles: 0,
  });
  expect([...stub.sent.keys()].sort()).toEqual(['/d/cut', '/d/no']);
});

it('keeps the target as it is until everything has arrived, and nothing after a stop', async () => {
  useSource(
    { a: text('new'), slow: randomBytes(100) },
    { reply: (command, path) => (path === '/slow' && command === 'RETR' ? null : undefined) },
  );
  writeFileSync(own('wwwroot/a'), 'old');
  moves = new Moves(openDisk(own(''), null), { ...LIMITS, silenceMs: 60_000 });
  const controller = new AbortController();
  const id = ++taskId;
  const running = move({ signal: controller.signal, id }).catch((error: unknown) => error);
  const staged = own(`.sitedeck/move/${id}/tree/a`);
  while (!existsSync(staged)) await new Promise((resolve) => setImmediate(resolve));
  expect(readFileSync(own('wwwroot/a'), 'utf8')).toBe('old');
  const at = performance.now();
  controller.abort();
  await running;
  process.stdout.write(`move: cancelled within ${Math.round(performance.now() - at)} ms\n`);
  // A worker that was killed calls again: what had arrived is not fetched again.
  expect(existsSync(staged)).toBe(true);
  await moves.drop(id);
  expect(leftovers()).toEqual([]);
  expect(readFileSync(own('wwwroot/a'), 'utf8')).toBe('old');
});

it('continues half a file after its process has ended', async () => {
  const big = randomBytes(2 * MB);
  useSource({ big }, { cutAt: (_path, from) => (from === 0 ? MB : from) });
  const controller = new AbortController();
  const id = ++taskId;
  const parts = () =>
    existsSync(own(`.sitedeck/move/${id}/parts`)) ? readdirSync(own(`.sitedeck/move/${id}/parts`)) : [];
  const running = move({ signal: controller.signal, id }).catch(() => 'stopped');
  const half = () => parts().some((name) => statSync(own(`.sitedeck/move/${id}/parts/${name}`)).size === MB);
  while (!half()) await new Promise((resolve) => setImmediate(resolve));
  controller.abort();
  expect(await running).toBe('stopped');
  stub.faults = {};
  stub.sent.clear();
  moves = new Moves(openDisk(own(''), null), LIMITS);
  moves.sweep();
  expect(await move({ id })).toMatchObject({ copiedFiles: 1, copiedBytes: 2 * MB });
  expect(stub.sent.get('/big')).toBe(MB);
  expect(sha(readFileSync(own('wwwroot/big')))).toBe(sha(big));
  // Asked again for the same task, it replies with the result.
  expect(await move({ id })).toMatchObject({ copiedFiles: 1 });
});

it('fetches nothing twice when the server closes or stalls at 90 % of a file', async () => {
  const [cut, stalled] = [randomBytes(MB), randomBytes(MB)];
  const at90 = (wanted: string) => (path: string, from: number) =>
    path === wanted && from === 0 ? 0.9 * MB : undefined;
  useSource({ cut, stalled }, { cutAt: at90('/cut'), stallAt: at90('/stalled') });
  expect(await move()).toMatchObject({ copiedFiles: 2, failedFiles: 0 });
  expect(sha(readFileSync(own('wwwroot/cut')))).toBe(sha(cut));
  expect(sha(readFileSync(own('wwwroot/stalled')))).toBe(sha(stalled));
  expect(Object.fromEntries(stub.sent)).toEqual({ '/cut': MB, '/stalled': MB });
});

it('leaves out what a folder or a file of the target is in the way of', async () => {
  mkdirSync(own('wwwroot/file'));
  writeFileSync(own('wwwroot/folder'), 'mine');
  useSource({ file: text('x'), folder: { inner: text('x') }, free: text('x') });
  expect((await check()).refused).toEqual([
    { path: 'file', reason: 'entry-in-the-way' },
    { path: 'folder', reason: 'entry-in-the-way' },
  ]);
  expect(await move({ removeGone: true })).toMatchObject({ copiedFiles: 1, failedFiles: 0, removedFiles: 0 });
  expect(names()).toEqual(['file', 'folder', 'free']);
  expect(readFileSync(own('wwwroot/folder'), 'utf8')).toBe('mine');
});

it('works with as many connections as the server allows', async () => {
  useSource(Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`f${index}`, text('x')])), {
    sessionsMax: 2,
  });
  expect(await move()).toMatchObject({ copiedFiles: 30, failedFiles: 0 });
});

it('reads names in GBK and listings of DOS', async () => {
  const name = latin(Buffer.from([0xd6, 0xd0, 0xce, 0xc4, 0x2e, 0x74, 0x78, 0x74]));
  const lines = [
    '01-02-26  03:04AM       <DIR>          sub',
    `01-02-26  03:04AM                    2 ${name}`,
  ];
  useSource(
    { [name]: text('hi'), sub: { x: text('x') } },
    {
      features: ['SIZE', 'MDTM'],
      listing: (path) => (path === '/' ? lines : ['01-02-26  03:04AM                    1 x']),
    },
  );
  expect(await check()).toMatchObject({ server: { encoding: 'gb18030' }, source: { files: 2, bytes: 3 } });
  expect(await move()).toMatchObject({ copiedFiles: 2, failedFiles: 0 });
  expect(names()).toEqual(['sub', '中文.txt']);
  expect(await move()).toMatchObject({ copiedFiles: 0, unchangedFiles: 2 });
});

describe('a server with bad intentions', () => {
  /** Listings begin, but nothing arrives. */
  const stallsList = (command: string) => (command === 'MLSD' ? '150 here' : undefined);
  const fact = (type: string, name: string, size = 1) =>
    `type=${type};size=${size};modify=20260102030405; ${name}`;

  it('stores nothing outside the target, whatever names or links it lists', async () => {
    const listed = ['..', '../up', '/etc/passwd', 'a\rb', 'a\0b', 'n'.repeat(256), 'ok'].map((one) =>
      fact('file', one),
    );
    useSource(
      { ok: text('x') },
      { listing: () => [...listed, fact('OS.unix=slink:/etc', 'link'), fact('x', 'device')] },
    );
    const { refused } = await check();
    expect(refused.map(({ reason }) => reason)).toEqual([
      ...['move-name-invalid', 'move-name-invalid', 'move-name-invalid', 'move-name-invalid', 'bad-name'],
      ...['move-link-left-out', 'move-special-left-out'],
    ]);
    symlinkSync('/etc', own('wwwroot/sub'));
    useSource({ ok: text('x'), sub: { hosts: text('evil') } });
    expect(await move()).toMatchObject({ copiedFiles: 1 });
    expect(names()).toEqual(['ok', 'sub']);
  });

  it('ends a move on a loop of links, an endless listing or an endless line', async () => {
    useSource(
      {},
      { listing: (path) => (path.split('/').length < 60 ? [fact('dir', 'again'), fact('file', 'f')] : []) },
    );
    expect((await check()).refused).toEqual([{ path: 'again/again', reason: 'move-link-left-out' }]);
    const endless = function* () {
      for (let count = 0; ; count += 1) yield fact('file', `f${count}`);
    };
    useSource({}, { listing: endless });
    expect(await check().catch(reasonOf)).toBe('move-too-many');
    const same = 'type=dir;unique=1U2; ';
    useSource({}, { listing: (path) => [`${same}${path.length}`, fact('file', path)] });
    expect((await check()).refused).toContainEqual({ path: '1/2', reason: 'move-link-left-out' });
    useSource({}, { listing: () => [fact('file', 'x'.repeat(10_000))] });
    expect(await check().catch(reasonOf)).toBe('move-protocol-broken');
  });

  it('fails files of another size than it has announced', async () => {
    useSource(
      { more: randomBytes(50), less: text('x') },
      {
        listing: () => [fact('file', 'more', 10), fact('file', 'less', 100), fact('file', 'huge', 1e14)],
        reply: (command) => (command === 'SIZE' ? '500 no' : undefined),
      },
    );
    expect(await move().catch(reasonOf)).toBe('disk-full');
    useSource(stub.tree, {
      ...stub.faults,
      listing: () => [fact('file', 'more', 10), fact('file', 'less', 100)],
    });
    expect(await move()).toMatchObject({ copiedFiles: 0, failedFiles: 2 });
    expect(names()).toEqual([]);
  });

  it.each<[string, StubFaults, string]>([
    ['refuses the login', { reply: (one) => (one === 'PASS' ? '530 no' : undefined) }, 'move-login-refused'],
    ['says nothing', { reply: () => null }, 'move-unreachable'],
    ['talks nonsense', { reply: (one) => (one === 'PASS' ? 'hello' : undefined) }, 'move-protocol-broken'],
    [
      'refuses passive connections',
      { reply: (one) => (/^(PASV|EPSV)/.test(one) ? '502 no' : undefined) },
      'move-folder-unlisted',
    ],
    [
      'does not list the folder',
      { reply: (one) => (/^(MLSD|LIST)/.test(one) ? '550 no' : undefined) },
      'move-folder-unlisted',
    ],
    [
      'replies without end',
      { reply: (one) => (one === 'FEAT' ? `211-\r\n${' x\r\n'.repeat(2000)}` : undefined) },
      'move-protocol-broken',
    ],
    [
      'replies with a line without end',
      { reply: (one) => (one === 'FEAT' ? `211-${'x'.repeat(100_000)}` : undefined) },
      'move-protocol-broken',
    ],
    ['never ends a list', { listing: () => [], reply: stallsList }, 'move-folder-unlisted'],
    ['has no such folder', { reply: (one) => (one === 'CWD' ? '550 no' : undefined) }, 'move-no-folder'],
  ])('is named when it %s', async (_what, faults, reason) => {
    useSource({ x: text('x') }, faults);
    expect(await check().catch(reasonOf)).toBe(reason);
  });

  it('loses its connection when it sends next to nothing', async () => {
    useSource({ x: randomBytes(1000) }, { reply: (one) => (one === 'RETR' ? null : undefined) });
    const patient = { ...LIMITS, silenceMs: 60_000, paceMs: 300 };
    moves = new Moves(openDisk(own(''), null), patient);
    expect(await move().catch(reasonOf)).toBe('move-too-slow');
    expect(names()).toEqual([]);
  });

  it('never makes a data connection to another address than its own', async () => {
    const strangers: string[] = [];
    const other = createServer((socket) => {
      strangers.push(String(socket.localAddress));
      socket.destroy();
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.2', () => resolve()));
    const { port } = other.address() as AddressInfo;
    const named = `227 ok (127,0,0,2,${port >> 8},${port & 255})`;
    useSource({ x: text('x') }, { reply: (one) => (one === 'PASV' ? named : undefined) });
    const reason = await check().catch(reasonOf);
    await new Promise((resolve) => other.close(resolve));
    expect([reason, strangers]).toEqual(['move-folder-unlisted', []]);
  });

  it('is not reached at an address that is not allowed', async () => {
    useSource({ x: text('x') });
    expect(await check({ allowed: [] }).catch(reasonOf)).toBe('move-address-refused');
    expect(stub.commands).toEqual([]);
  });
});

it('counts files that are replaced once against the quota', async () => {
  writeFileSync(own('wwwroot/a'), randomBytes(3 * MB));
  useSource({ a: randomBytes(3 * MB) });
  moves = new Moves(openDisk(own(''), 4 * MB), LIMITS);
  expect((await check()).room).toBeGreaterThan(3 * MB);
  expect(await move()).toMatchObject({ copiedFiles: 1 });
  useSource({ a: randomBytes(5 * MB) });
  expect(await move().catch(reasonOf)).toBe('over-quota');
  expect(statSync(own('wwwroot/a')).size).toBe(3 * MB);
  expect(leftovers().filter((name) => name === String(taskId))).toEqual([]);
});

(canMount() ? it : it.skip)(
  'leaves all as it was when the disk fills up while it fetches (needs a mount)',
  async () => {
    const small = join(base, 'small');
    mkdirSync(small);
    using disk = new SmallDisk(small, '90m');
    for (const folder of ['wwwroot', 'data', 'tmp', '.sitedeck', 'logs']) mkdirSync(join(small, folder));
    writeFileSync(join(small, 'wwwroot/a'), 'old');
    moves = new Moves(openDisk(small, null), LIMITS);
    const fill = (command: string, path: string) => {
      if (command === 'RETR' && path === '/big') disk.fill();
      return undefined;
    };
    useSource({ a: text('new'), big: randomBytes(8 * MB) }, { reply: fill });
    expect(await move().catch(reasonOf)).toBe('disk-full');
    expect(readdirSync(join(small, 'wwwroot'))).toEqual(['a']);
    expect(readFileSync(join(small, 'wwwroot/a'), 'utf8')).toBe('old');
    const staged = () => readdirSync(join(small, '.sitedeck/move'));
    while (staged().length > 0) await new Promise((resolve) => setImmediate(resolve));
    disk.free();
    // The same bytes do not fit beside what has to stay free for other programs.
    useSource({ a: text('new'), big: randomBytes(30 * MB) });
    expect(await move().catch(reasonOf)).toBe('disk-full');
    expect(stub.sent.size).toBe(0);
  },
);

(canMountImage() ? it : it.skip)(
  'has every file on the disk before its name is in the site (needs a mount)',
  async () => {
    const [root, after] = [join(base, 'disk'), join(base, 'after')];
    for (const folder of [root, after]) mkdirSync(folder);
    using disk = new CuttableDisk(root, after);
    for (const folder of ['wwwroot', 'data', 'tmp', '.sitedeck', 'logs']) mkdirSync(join(root, folder));
    writeFileSync(join(root, 'wwwroot/a'), 'old');
    const files = Object.fromEntries(
      Array.from({ length: 20 }, (_, index) => [`f${index}`, randomBytes(9000)]),
    );
    useSource({ a: text('new'), sub: files });
    moves = new Moves(openDisk(root, null), LIMITS);
    expect(await move()).toMatchObject({ copiedFiles: 21 });
    disk.cut();
    expect(readFileSync(join(after, 'wwwroot/a'), 'utf8')).toBe('new');
    for (const [name, bytes] of Object.entries(files))
      expect(sha(readFileSync(join(after, 'wwwroot/sub', name)))).toBe(sha(bytes));
  },
);

(canMount() ? it : it.skip)('undoes what it has placed when the disk is full (needs a mount)', async () => {
  const small = join(base, 'small');
  mkdirSync(small);
  using disk = new SmallDisk(small, '90m');
  for (const folder of ['wwwroot', 'data', 'tmp', '.sitedeck', 'logs']) mkdirSync(join(small, folder));
  const all = Array.from({ length: 700 }, (_, index) => `f${index}`);
  for (const name of all.slice(0, 350)) writeFileSync(join(small, 'wwwroot', name), 'old');
  moves = new Moves(openDisk(small, null), LIMITS);
  // Said before the files are placed; the journal then has room for about a hundred steps.
  let isFull = false;
  const fill = (command: string) => {
    if (command === 'QUIT' && !isFull) disk.fill(8192);
    isFull ||= command === 'QUIT';
    return undefined;
  };
  useSource(Object.fromEntries(all.map((name) => [name, text(`new ${name}`)])), { reply: fill });
  const steps = jest.spyOn(PlaceJournal.prototype, 'note');
  expect(await move().catch(reasonOf)).toBe('disk-full');
  expect(steps.mock.calls.length).toBeGreaterThan(50);
  steps.mockRestore();
  const left = readdirSync(join(small, 'wwwroot'));
  expect(left.sort()).toEqual(all.slice(0, 350).sort());
  for (const name of left) expect(readFileSync(join(small, 'wwwroot', name), 'utf8')).toBe('old');
});
