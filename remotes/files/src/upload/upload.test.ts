/** @jest-environment node */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { fetchFault, fetchUploadServer } from '../testing/fetch-upload-server';
import { openReceivingServer, type Whim } from '../testing/receiving-server';
import { startUpload } from './upload';
import type { UploadItem } from './upload-plan';

const MIB = 1024 * 1024;
type Server = Awaited<ReturnType<typeof openReceivingServer>>;

let server: Server;
const whim: { now: Whim } = { now: () => undefined };
beforeEach(async () => {
  whim.now = () => undefined;
  server = await openReceivingServer(whim);
});
afterEach(() => server.close());

const bytesOf = new WeakMap<Blob, Buffer>();
function item(path: string, size: number): UploadItem {
  const bytes = randomBytes(size);
  const blob = new Blob([bytes]);
  bytesOf.set(blob, bytes);
  return { path, blob };
}

const upload = (items: readonly UploadItem[]) =>
  startUpload('/wwwroot', items, {
    server: fetchUploadServer(server.origin),
    toFault: fetchFault,
    pause: () => new Promise((resolve) => setTimeout(resolve, 5)),
  });

const rangesOf = (path: string) =>
  server.arrived
    .filter(({ parts }) => parts[0]?.fileName === path)
    .map(({ headers }) => headers['content-range'] ?? 'batch');

function expectWhole(items: readonly UploadItem[]) {
  for (const { path, blob } of items) {
    expect([path, server.content(path)?.equals(bytesOf.get(blob) ?? Buffer.alloc(0))]).toEqual([path, true]);
  }
}

it('cuts a file into slices of 4 MiB, each with its place in the file', async () => {
  const items = [item('film.mp4', 9 * MIB)];
  await expect(upload(items).ended).resolves.toBe('RUNNING_SUCCESS');
  expect(rangesOf('film.mp4')).toEqual([
    'bytes 0-4194303/9437184',
    'bytes 4194304-8388607/9437184',
    'bytes 8388608-9437183/9437184',
  ]);
  expect(server.arrived.map(({ headers }) => headers['content-first-slice'])).toEqual([
    'true',
    'false',
    'false',
  ]);
  expect(new Set(server.arrived.map(({ headers }) => headers['content-total']))).toEqual(
    new Set(['9437184']),
  );
  expect(new Set(server.arrived.map(({ headers }) => headers['x-upload-id']))).toEqual(new Set(['u1']));
  expectWhole(items);
});

it('sends an empty file as a single request of no bytes', async () => {
  const items = [item('a.txt', 10), item('.keep', 0)];
  await expect(upload(items).ended).resolves.toBe('RUNNING_SUCCESS');
  expect(rangesOf('.keep')).toEqual(['bytes */0']);
  expect(server.content('.keep')).toHaveLength(0);
});

it('sends small files several to a request, without a range', async () => {
  const items = Array.from({ length: 151 }, (_, n) => item(`icons/${String(n)}.svg`, 600 + n));
  await expect(upload(items).ended).resolves.toBe('RUNNING_SUCCESS');
  expect(server.arrived.map(({ parts }) => parts.length).sort((a, b) => a - b)).toEqual([1, 50, 100]);
  expect(server.arrived.filter(({ headers }) => headers['content-range'] === undefined)).toHaveLength(2);
  expect(
    server.arrived.flatMap(({ parts }) => parts.map(({ name }) => name)).every((name) => name === 'file'),
  ).toBe(true);
  expectWhole(items);
});

it('finishes the first file alone, then sends several at once', async () => {
  let alone = true;
  whim.now = ({ parts }) => {
    if (parts[0]?.fileName === 'first.bin') return undefined;
    if (server.content('first.bin')?.length !== 5 * MIB) alone = false;
    // None of the others is answered before two are there: one at a time would never end.
    return 'hold';
  };
  const items = [item('first.bin', 5 * MIB), ...['b', 'c', 'd'].map((name) => item(`${name}.bin`, MIB))];
  await expect(upload(items).ended).resolves.toBe('RUNNING_SUCCESS');
  expect(alone).toBe(true);
  expectWhole(items);
});

it('marks a file that fails and goes on with the next', async () => {
  whim.now = ({ parts }) =>
    parts[0]?.fileName === 'big.zip' ? { refuse: { reason: 'over-quota' } } : undefined;
  const items = [item('a.txt', 9), item('big.zip', MIB), item('b.txt', 9)];
  const run = upload(items);
  await expect(run.ended).resolves.toBe('RUNNING_FAIL');
  expect(run.snapshot().failed.map(({ path }) => path)).toEqual(['big.zip']);
  expect(run.snapshot()).toMatchObject({ files: 2, filesTotal: 3 });
  expect(server.ended).toEqual([
    { id: 'u1', cancelled: false, failed: [{ path: 'big.zip', message: 'no' }] },
  ]);
});

it('fails only the file at fault when a whole batch is refused', async () => {
  whim.now = ({ parts }) => (parts.some(({ fileName }) => fileName === 'bad') ? { refuse: {} } : undefined);
  const run = upload([item('first', 5), item('good', 5), item('bad', 5), item('fine', 5)]);
  await expect(run.ended).resolves.toBe('RUNNING_FAIL');
  expect(run.snapshot().failed.map(({ path }) => path)).toEqual(['bad']);
  expect(server.content('fine')).toHaveLength(5);
});

it('asks after a lost connection what arrived, and sends only the rest', async () => {
  let cuts = 0;
  whim.now = ({ headers }) => {
    const second = String(headers['content-range']).startsWith('bytes 4194304-');
    if (!second || cuts > 0) return undefined;
    cuts += 1;
    return 'cut-after';
  };
  const items = [item('film.mp4', 9 * MIB)];
  const run = upload(items);
  await expect(run.ended).resolves.toBe('RUNNING_SUCCESS');
  expect(server.statusAsked).toHaveLength(1);
  expect(new Set(rangesOf('film.mp4')).size).toBe(rangesOf('film.mp4').length);
  expectWhole(items);
});

it('waits for a line that is down and goes on by itself', async () => {
  let down = 4;
  const phases = new Set<string>();
  whim.now = () => (down-- > 0 ? 'cut' : undefined);
  const items = [item('a.bin', MIB), ...Array.from({ length: 20 }, (_, n) => item(`s/${String(n)}`, 100))];
  const run = upload(items);
  run.subscribe(() => phases.add(run.snapshot().phase.is));
  await expect(run.ended).resolves.toBe('RUNNING_SUCCESS');
  expect(phases).toContain('reconnecting');
  expectWhole(items);
});

it('gives a file up that never gets through while the server answers', async () => {
  whim.now = ({ parts }) => (parts[0]?.fileName === 'cursed.bin' ? 'cut' : undefined);
  const run = upload([item('cursed.bin', MIB), item('a.txt', 4)]);
  await expect(run.ended).resolves.toBe('RUNNING_FAIL');
  expect(run.snapshot().failed.map(({ path }) => path)).toEqual(['cursed.bin']);
  expect(server.content('a.txt')).toHaveLength(4);
});

it('stops at once when it is cancelled, and tells the server', async () => {
  whim.now = ({ parts }) => (parts[0]?.fileName === 'slow.bin' ? 'hang' : undefined);
  const run = upload([item('a.txt', 4), item('slow.bin', MIB), item('later.bin', MIB), item('z.bin', 0)]);
  const stopped = new Promise<void>((resolve) => {
    run.subscribe(() => {
      if (run.snapshot().files > 0) resolve();
    });
  });
  await stopped;
  run.cancel();
  await expect(run.ended).resolves.toBe('STOP');
  expect(server.ended).toEqual([{ id: 'u1', cancelled: true, failed: [] }]);
  expect(run.snapshot().phase).toEqual({ is: 'ended', result: 'STOP' });
});

it('counts a slice only once the server has confirmed it', async () => {
  whim.now = ({ headers }) => (headers['content-first-slice'] === 'false' ? 'hang' : undefined);
  const run = upload([item('film.mp4', 8 * MIB)]);
  // The second one arrives and hangs after the last news of the run, or before: both are looked at, neither is waited for.
  while (run.snapshot().bytes === 0 || server.arrived.length < 2) await sleep(5);
  expect(run.snapshot()).toMatchObject({ bytes: 4 * MIB, bytesTotal: 8 * MIB, ratio: 0.5, files: 0 });
  run.cancel();
  await run.ended;
});

it('keeps every odd name as it is', async () => {
  const names = [
    'a"b.txt',
    'a%22b.txt',
    '100%.txt',
    "(it's)*.txt",
    'zwei\nzeilen.txt',
    '\u202egpj.exe',
    '📦 箱.txt',
    "it's.txt",
    ' lead',
    `${'长'.repeat(84)}.js`,
  ];
  const items = names.map((name) => item(`odd/${name}`, 20));
  await expect(upload(items).ended).resolves.toBe('RUNNING_SUCCESS');
  expectWhole(items);
});

it('is refused as a whole when the server does not begin it', async () => {
  await server.close();
  const run = upload([item('a', 1)]);
  await expect(run.ended).rejects.toMatchObject({ reason: 'offline' });
  expect(run.snapshot().phase).toEqual({ is: 'ended', result: 'RUNNING_FAIL' });
});
