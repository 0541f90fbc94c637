/** @jest-environment node */
import { createHash, randomBytes } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { uploadBody } from '@sitedeck/contract';
import { fetchFault, fetchUploadServer } from '../testing/fetch-upload-server';
import { openReceivingServer, type Behaviour } from '../testing/receiving-server';
import { startUpload } from './upload';
import { uploadFault } from './upload-faults';
import { itemOf, planUpload, type UploadItem } from './upload-plan';

const MIB = 1024 * 1024;
type Server = Awaited<ReturnType<typeof openReceivingServer>>;

let server: Server;
const behaviour: { now: Behaviour } = { now: () => undefined };
beforeEach(async () => {
  behaviour.now = () => undefined;
  server = await openReceivingServer(behaviour);
});
afterEach(() => server.close());

const bytesOf = new WeakMap<Blob, Buffer>();
function item(path: string, size: number): UploadItem {
  const bytes = randomBytes(size);
  const blob = new Blob([bytes]);
  bytesOf.set(blob, bytes);
  return itemOf(path, blob);
}

const upload = (items: readonly UploadItem[], uploadId?: string) =>
  startUpload('/wwwroot', items, {
    server: fetchUploadServer(server.origin),
    toFault: fetchFault,
    ownFault: (reason) => uploadFault(reason, 'en-US'),
    ...(uploadId !== undefined && { uploadId }),
    pause: () => new Promise((resolve) => setTimeout(resolve, 5)),
  });

const rangesOf = (path: string) =>
  server.arrived
    .filter(({ parts }) => parts[0]?.fileName === path)
    .map(({ headers }) => headers['content-range'] ?? 'batch');

const sentBytes = ({ blob }: UploadItem) => (blob && bytesOf.get(blob)) ?? Buffer.alloc(0);

function expectComplete(items: readonly UploadItem[]) {
  for (const item of items) {
    const { path } = item;
    expect([path, server.content(path)?.equals(sentBytes(item))]).toEqual([path, true]);
  }
}

it('cuts a file into slices of 4 MiB, each with its byte range', async () => {
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
  expectComplete(items);
});

it('sends an empty file as a single request without bytes', async () => {
  const items = [item('a.txt', 10), item('.keep', 0)];
  await expect(upload(items).ended).resolves.toBe('RUNNING_SUCCESS');
  expect(rangesOf('.keep')).toEqual(['bytes */0']);
  expect(server.content('.keep')).toHaveLength(0);
});

it('sends several small files in one request, without a range', async () => {
  const items = Array.from({ length: 551 }, (_, n) => item(`icons/${String(n)}.svg`, 600 + n));
  await expect(upload(items).ended).resolves.toBe('RUNNING_SUCCESS');
  expect(server.arrived.map(({ parts }) => parts.length).sort((a, b) => a - b)).toEqual([1, 50, 500]);
  expect(server.arrived.filter(({ headers }) => headers['content-range'] === undefined)).toHaveLength(2);
  expect(
    server.arrived.flatMap(({ parts }) => parts.map(({ name }) => name)).every((name) => name === 'file'),
  ).toBe(true);
  expectComplete(items);
});

it('keeps a request below its limit however long the file names are', () => {
  const items = Array.from({ length: 1001 }, (_, n) => item(`${'网'.repeat(1000)}${String(n)}`, 10));
  const { rest } = planUpload(items, 4 * MIB);
  const partOf = ({ path, blob = new Blob() }: UploadItem) =>
    ({ path, blob, hash: '0'.repeat(64), ifExists: 'overwrite' }) as const;
  const bodies = rest.map((unit) =>
    unit.is === 'batch' ? uploadBody({ items: unit.items.map(partOf) }).size : 0,
  );
  expect(bodies.length).toBeGreaterThan(2);
  expect(Math.max(...bodies)).toBeLessThan(4 * MIB);
});

it('finishes the first file alone, then sends several at once', async () => {
  let isFirstComplete = true;
  behaviour.now = ({ parts }) => {
    if (parts[0]?.fileName === 'first.bin') return undefined;
    if (server.content('first.bin')?.length !== 5 * MIB) isFirstComplete = false;
    // No reply before two requests are pending: sending one at a time would never end.
    return 'hold';
  };
  const items = [item('first.bin', 5 * MIB), ...['b', 'c', 'd'].map((name) => item(`${name}.bin`, MIB))];
  await expect(upload(items).ended).resolves.toBe('RUNNING_SUCCESS');
  expect(isFirstComplete).toBe(true);
  expectComplete(items);
});

it('marks a file that fails and goes on with the next', async () => {
  behaviour.now = ({ parts }) =>
    parts[0]?.fileName === 'big.zip' ? { refuse: { reason: 'over-quota' } } : undefined;
  const items = [item('a.txt', 9), item('big.zip', MIB), item('b.txt', 9)];
  const run = upload(items);
  await expect(run.ended).resolves.toBe('RUNNING_FAIL');
  expect(run.snapshot().failed.map(({ path }) => path)).toEqual(['big.zip']);
  expect(run.snapshot()).toMatchObject({ uploaded: 2, total: 3 });
  expect(server.ended).toEqual([
    { id: 'u1', cancelled: false, dropped: false, failed: [{ path: 'big.zip', message: 'no' }] },
  ]);
});

it('fails only the faulty file when its batch is refused', async () => {
  behaviour.now = ({ parts }) =>
    parts.some(({ fileName }) => fileName === 'bad') ? { refuse: {} } : undefined;
  const run = upload([item('first', 5), item('good', 5), item('bad', 5), item('fine', 5)]);
  await expect(run.ended).resolves.toBe('RUNNING_FAIL');
  expect(run.snapshot().failed.map(({ path }) => path)).toEqual(['bad']);
  expect(server.content('fine')).toHaveLength(5);
});

it('asks which bytes arrived after a lost connection, and sends only the rest', async () => {
  let cuts = 0;
  behaviour.now = ({ headers }) => {
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
  expectComplete(items);
});

it('pauses the upload while the connection is down, and continues it by itself', async () => {
  let down = 4;
  const phases = new Set<string>();
  behaviour.now = () => (down-- > 0 ? 'cut' : undefined);
  const items = [item('a.bin', MIB), ...Array.from({ length: 20 }, (_, n) => item(`s/${String(n)}`, 100))];
  const run = upload(items);
  run.subscribe(() => phases.add(run.snapshot().phase.is));
  await expect(run.ended).resolves.toBe('RUNNING_SUCCESS');
  expect(phases).toContain('reconnecting');
  expectComplete(items);
});

it('fails a file that makes no progress while the server answers', async () => {
  behaviour.now = ({ parts }) => (parts[0]?.fileName === 'cursed.bin' ? 'cut' : undefined);
  const run = upload([item('cursed.bin', MIB), item('a.txt', 4)]);
  await expect(run.ended).resolves.toBe('RUNNING_FAIL');
  expect(run.snapshot().failed.map(({ path }) => path)).toEqual(['cursed.bin']);
  expect(server.content('a.txt')).toHaveLength(4);
});

it('stops an upload at once when it is cancelled, and notifies the server', async () => {
  behaviour.now = ({ parts }) => (parts[0]?.fileName === 'slow.bin' ? 'hang' : undefined);
  const run = upload([item('a.txt', 4), item('slow.bin', MIB), item('later.bin', MIB), item('z.bin', 0)]);
  const stopped = new Promise<void>((resolve) => {
    run.subscribe(() => {
      if (run.snapshot().uploaded > 0) resolve();
    });
  });
  await stopped;
  run.cancel();
  await expect(run.ended).resolves.toBe('STOP');
  expect(server.ended).toEqual([{ id: 'u1', cancelled: true, dropped: false, failed: [] }]);
  expect(run.snapshot().phase).toEqual({ is: 'ended', result: 'STOP' });
  expect(new Set(run.rows(9).map(({ state }) => state))).toEqual(new Set(['cancelled']));
});

it('ends an upload as failed if it is cancelled after a file has failed', async () => {
  behaviour.now = ({ parts }) =>
    parts[0]?.fileName === 'slow.bin' ? 'hang' : { refuse: { reason: 'over-quota' } };
  const run = upload([item('bad.bin', MIB), item('slow.bin', MIB)]);
  await until(() => run.snapshot().failed.length > 0);
  run.cancel();
  await expect(run.ended).resolves.toBe('RUNNING_FAIL');
  expect(server.ended).toMatchObject([{ cancelled: true, failed: [{ path: 'bad.bin' }] }]);
});

it('counts a slice only once the server has confirmed it', async () => {
  behaviour.now = ({ headers }) => (headers['content-first-slice'] === 'false' ? 'hang' : undefined);
  const run = upload([item('film.mp4', 8 * MIB)]);
  // The second slice hangs, before or after the upload's last notification: poll both instead of waiting for
  // either.
  while (run.snapshot().size === 0 || server.arrived.length < 2) await sleep(5);
  expect(run.snapshot()).toMatchObject({ size: 4 * MIB, totalSize: 8 * MIB, ratio: 0.5, uploaded: 0 });
  run.cancel();
  await run.ended;
});

it('sends unusual file names unchanged', async () => {
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
  expectComplete(items);
});

it('rejects when the server refuses to begin', async () => {
  await server.close();
  const run = upload([item('a', 1)]);
  await expect(run.ended).rejects.toMatchObject({ reason: 'offline' });
  expect(run.snapshot().phase).toEqual({ is: 'ended', result: 'RUNNING_FAIL' });
});

const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const until = async (holds: () => boolean) => {
  while (!holds()) await sleep(5);
};
const bytesSent = () =>
  server.arrived.reduce((sum, { parts }) => sum + parts.reduce((all, { body }) => all + body.length, 0), 0);

it('sends the hash of a file with its last slice, and what to do with a taken name', async () => {
  const film = { ...item('film.mp4', 9 * MIB), ifExists: 'both' as const };
  const items = [film, item('a.txt', 4), item('b.txt', 5), item('none', 0)];
  await expect(upload(items).ended).resolves.toBe('RUNNING_SUCCESS');
  const headersOf = (path: string) =>
    server.arrived.flatMap(({ parts }) =>
      parts
        .filter(({ fileName }) => fileName === path)
        .map(({ headers }) => [headers['x-upload-hash'], headers['x-if-exists']]),
    );
  expect(headersOf('film.mp4')).toEqual([
    ['sha-256', 'both'],
    ['sha-256', 'both'],
    [`sha-256=${sha(sentBytes(film))}`, 'both'],
  ]);
  for (const one of items.slice(1))
    expect(headersOf(one.path)).toEqual([[`sha-256=${sha(sentBytes(one))}`, 'refuse']]);
});

it('sends a file again when its hash does not match, and reports a second mismatch', async () => {
  const refusals = new Map([
    ['once.bin', 1],
    ['never.bin', 9],
  ]);
  behaviour.now = ({ parts, headers }) => {
    const [path = '', last] = [
      parts[0]?.fileName,
      String(headers['content-range']).endsWith('-5242879/5242880'),
    ];
    const left = refusals.get(path) ?? 0;
    if (!last || left === 0) return undefined;
    refusals.set(path, left - 1);
    return { refuse: { reason: 'hash-mismatch' } };
  };
  const items = [item('once.bin', 5 * MIB), item('never.bin', 5 * MIB)];
  const run = upload(items);
  await expect(run.ended).resolves.toBe('RUNNING_FAIL');
  expect(run.snapshot().failed).toMatchObject([{ path: 'never.bin', fault: { reason: 'hash-mismatch' } }]);
  expect(rangesOf('once.bin')).toHaveLength(4);
  expect(rangesOf('never.bin')).toHaveLength(4);
  expectComplete(items.slice(0, 1));
});

it('pauses and continues without sending again what arrived', async () => {
  let hangs = true;
  behaviour.now = ({ headers }) =>
    hangs && String(headers['content-range']).startsWith('bytes 8388608-') ? 'hang' : undefined;
  const items = [item('film.mp4', 13 * MIB), item('a.txt', 4), item('b.txt', 4)];
  const run = upload(items);
  await until(() => server.arrived.length === 3);
  run.pause();
  await until(() => run.rows(10)[0]?.state === 'waiting');
  expect(run.snapshot().phase).toEqual({ is: 'paused' });
  // The workspace is unlocked meanwhile.
  await until(() => server.paused.length === 1);
  expect(server.paused).toEqual([{ id: 'u1' }]);
  expect(run.rows(10).map(({ path, state }) => [path, state])).toEqual([
    ['film.mp4', 'waiting'],
    ['a.txt', 'waiting'],
    ['b.txt', 'waiting'],
  ]);
  hangs = false;
  run.resume();
  await expect(run.ended).resolves.toBe('RUNNING_SUCCESS');
  // Only the slice that hung was sent twice.
  expect(rangesOf('film.mp4')).toHaveLength(5);
  expect(new Set(rangesOf('film.mp4')).size).toBe(4);
  expectComplete(items);
});

it('continues an upload from before a reload, and keeps it open until each of its files is chosen again', async () => {
  const hanging = ['bytes 8388608-12582911/13631488', 'bytes 4194304-5242879/5242880'];
  behaviour.now = ({ headers }) => (hanging.includes(String(headers['content-range'])) ? 'hang' : undefined);
  const items = [
    item('small.txt', 10),
    item('film.mp4', 13 * MIB),
    item('gone.bin', MIB),
    item('half.bin', 5 * MIB),
  ];
  // A closed page sends no end.
  const dying = upload(items);
  await until(
    () => ['film.mp4', 'gone.bin', 'half.bin'].map((path) => rangesOf(path).length).join() === '3,1,2',
  );
  dying.pause();
  const before = bytesSent();
  behaviour.now = () => undefined;
  const resent = items.map(({ blob, ...rest }) =>
    rest.path === 'film.mp4' && blob ? { ...rest, blob } : rest,
  );
  const lost = item('lost.bin', 5);
  const run = upload([...resent, { path: lost.path, size: 5, modified: 7 }], 'u1');
  await expect(run.ended).resolves.toBe('RUNNING_SUCCESS');
  expect(run.unchosen()).toEqual(['half.bin', 'lost.bin']);
  expect(run.snapshot()).toMatchObject({ uploaded: 3, total: 3, ratio: 1, failed: [] });
  expect(bytesSent() - before).toBe(5 * MIB);
  expectComplete(items.slice(0, 3));
  expect(server.ended).toEqual([]);
  const last = upload([...items.slice(3), lost], 'u1');
  await expect(last.ended).resolves.toBe('RUNNING_SUCCESS');
  expect(bytesSent() - before).toBe(6 * MIB + 5);
  expect(server.ended).toMatchObject([{ id: 'u1', cancelled: false, failed: [] }]);
  expectComplete([...items, lost]);
  expect(server.begun()).toBe(1);
});

it('begins a new upload if that of an earlier page has ended', async () => {
  behaviour.now = ({ headers }) =>
    headers['x-upload-id'] === 'over' ? { refuse: { reason: 'upload-stopped' } } : undefined;
  const items = [item('a.bin', MIB), item('b.txt', 4)];
  await expect(upload(items, 'over').ended).resolves.toBe('RUNNING_SUCCESS');
  expect(server.begun()).toBe(1);
  expectComplete(items);
});

it('pauses the upload when the session ends, and continues it after sign-in', async () => {
  let signedIn = false;
  behaviour.now = ({ headers }) =>
    !signedIn && String(headers['content-range']).startsWith('bytes 4194304-')
      ? { refuse: { reason: 'session-expired' } }
      : undefined;
  const items = [item('film.mp4', 9 * MIB), item('a.txt', 4)];
  const run = upload(items);
  await until(() => run.snapshot().phase.is === 'paused');
  expect(run.snapshot().phase).toMatchObject({ fault: { reason: 'session-expired' } });
  expect(server.ended).toEqual([]);
  signedIn = true;
  run.resume();
  await expect(run.ended).resolves.toBe('RUNNING_SUCCESS');
  expect(rangesOf('film.mp4').filter((range) => range.startsWith('bytes 0-'))).toHaveLength(1);
  expectComplete(items);
});

it('gives up single files, and retries single ones', async () => {
  let full = true;
  behaviour.now = ({ parts }) => {
    const path = parts[0]?.fileName;
    if (path === 'full.bin' && full) return { refuse: { reason: 'over-quota' } };
    if (path === 'taken.bin') return { refuse: { reason: 'already-exists' } };
    return path === 'slow.bin' && full ? 'hang' : undefined;
  };
  const items = ['full.bin', 'slow.bin', 'unwanted.bin', 'taken.bin'].map((path) => item(path, MIB));
  const run = upload(items);
  run.remove('unwanted.bin');
  await until(() => run.rows(9).some(({ path, state }) => path === 'slow.bin' && state === 'sending'));
  expect(run.snapshot()).toMatchObject({ total: 3, totalSize: 3 * MIB });
  // The user must first choose what to do with a name that was taken meanwhile.
  await until(() => run.snapshot().failed.some(({ path }) => path === 'taken.bin'));
  expect(run.retry('taken.bin')).toBe(false);
  run.remove('taken.bin');
  full = false;
  expect(run.retry('full.bin')).toBe(true);
  await until(() => server.content('full.bin') !== undefined);
  run.remove('slow.bin');
  await expect(run.ended).resolves.toBe('RUNNING_SUCCESS');
  expect(server.ended).toEqual([{ id: 'u1', cancelled: false, dropped: true, failed: [] }]);
  expect(rangesOf('unwanted.bin')).toEqual([]);
  expectComplete(items.slice(0, 1));
});

it('fails a file that can’t be read any more, and sends the others', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sitedeck-upload-'));
  await writeFile(join(folder, 'gone'), randomBytes(5 * MIB));
  await writeFile(join(folder, 'small'), 'small');
  const [gone, small] = await Promise.all(['gone', 'small'].map((name) => openAsBlob(join(folder, name))));
  await rm(folder, { recursive: true });
  const items = [item('first', 4), item('second', 4)];
  const lost = [gone, small].flatMap((blob, at) => (blob ? [itemOf(['gone', 'small'][at] ?? '', blob)] : []));
  const run = upload([...items, ...lost]);
  await expect(run.ended).resolves.toBe('RUNNING_FAIL');
  expect(
    run
      .snapshot()
      .failed.map(({ path, fault }) => [path, fault.reason])
      .sort(),
  ).toEqual([
    ['gone', 'file-unreadable'],
    ['small', 'file-unreadable'],
  ]);
  expectComplete(items);
});
