import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fstatSync } from 'node:fs';
import { mkdtemp, open, readFile, readdir, rm, stat } from 'node:fs/promises';
import { createServer, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SitePath } from '@sitedeck/contract';
import { withOnlyInstalled } from '#testing/with-path';
import { makeFileHosts, type FileHosts, type TestHost } from '#testing/file-hosts';
import { withFileSizeLimit as endsAt } from '#system/process/file-size-limit';
import { handOver, type Output } from '#system/streams/hand-over';
import { handoverFolder } from '#system/streams/handover-folder';
import { hostIdentity, isolationHere } from '#system/process/identity';
import { Refusal } from '#faults/refusal';
import { startPackingStream } from './packing-program';

let hosts: FileHosts;
let folder: string;
let host: TestHost;
let made = 0;
beforeAll(async () => {
  hosts = await makeFileHosts();
  folder = await mkdtemp(join(tmpdir(), 'sitedeck-stored-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await hosts.close();
});
beforeEach(async () => {
  host = await hosts.host(`take${(made += 1)}`, 16 * 1024 * 1024);
});

const writes = (bytes: Socket, script: string): ChildProcess =>
  spawn('sh', ['-c', script], { stdio: ['ignore', bytes, 'ignore'] });

async function ended(bytes: Socket, script: string): Promise<void> {
  const [code] = (await once(writes(bytes, script), 'close')) as [number];
  if (code !== 0) throw new Refusal('dump-failed', { values: { why: script } });
}

function hand(
  give: (bytes: Socket, file: Output['file']) => Promise<void>,
  signal = new AbortController().signal,
) {
  const request = { ...host.target, to: SitePath.parse('/data'), name: 'a.sql', packing: 'none' } as const;
  return handOver({
    folder: handoverFolder(hosts.handover, host.target.hostCode),
    root: host.root,
    identity: hostIdentity(isolationHere(), host.target.uid),
    give: ({ bytes, file }) => give(bytes, file),
    take: (socket) =>
      hosts.parent.handlers.takeStream({ ...request, socket }, { signal, progress: () => undefined }),
  });
}

/** The file's traces in the host's tree, finished or not. */
async function left(): Promise<readonly string[]> {
  const all = await readdir(host.root, { recursive: true, withFileTypes: true });
  return all.filter((one) => one.isFile()).map(({ name }) => name);
}

it('writes a program’s output as the host, and replaces no file', async () => {
  const give = async (bytes: Socket) => {
    await ended(bytes, 'printf one');
    await ended(bytes, 'printf two');
    bytes.end();
  };
  expect(await hand(give)).toEqual({ path: '/data/a.sql', bytes: 6 });
  const second = await hand(give);
  expect(second.path).not.toBe('/data/a.sql');
  for (const path of ['/data/a.sql', second.path])
    expect(await readFile(join(host.root, path), 'utf8')).toBe('onetwo');
  expect((await stat(join(host.root, second.path))).uid).toBe(host.target.uid);
  expect(await readdir(handoverFolder(hosts.handover, host.target.hostCode))).toEqual([]);
});

it('removes an incomplete file, and passes on the sender’s reason', async () => {
  const failing = hand(async (bytes) => {
    await ended(bytes, 'printf one');
    await ended(bytes, 'printf half; exit 1');
  });
  await expect(failing).rejects.toThrow('dump-failed');
  const endedEarly = hand(async (bytes) => {
    bytes.end('all, it seems');
    await once(bytes, 'finish');
    throw new Refusal('dump-failed');
  });
  await expect(endedEarly).rejects.toThrow('dump-failed');
  expect(await left()).toEqual([]);
});

it('stops storing at the host’s quota, and ends the sender too', async () => {
  let isEnded = false;
  const endless = hand(async (bytes) => {
    const program = writes(bytes, 'exec cat /dev/zero');
    await once(program, 'close');
    isEnded = true;
    throw new Refusal('dump-failed');
  });
  await expect(endless).rejects.toThrow('over-quota');
  expect(isEnded).toBe(true);
  expect(await left()).toEqual([]);
});

it('stops storing at the byte limit, however fast the bytes arrive', async () => {
  const path = join(folder, 'limited');
  const server = createServer((bytes) => {
    bytes.on('error', () => undefined);
    writes(bytes, 'exec cat /dev/zero');
    bytes.destroy();
  });
  server.listen(`${path}.sock`);
  await once(server, 'listening');
  const bytes = new Socket();
  bytes.pause();
  bytes.connect(`${path}.sock`);
  await once(bytes, 'connect');
  const file = await open(path, 'w');
  const never = {
    bytes,
    isComplete: new Promise<boolean>(() => undefined),
    [Symbol.dispose]: () => undefined,
  };
  const { ended: end } = startPackingStream(never, file.fd, { packing: 'none', atMost: 1_000_001 });
  await expect(end).rejects.toThrow('over-quota');
  expect((await file.stat()).size).toBe(1_000_001);
  await file.close();
  server.close();
});

it.each([
  { atMost: undefined, packing: 'gzip' },
  { atMost: 1000, packing: 'zstd' },
] as const)('names the missing packer if a file may hold $atMost bytes', async ({ atMost, packing }) => {
  const file = await open(join(folder, `missing-${packing}`), 'w');
  const server = createServer((giver) => giver.on('error', () => undefined).end('bytes'));
  server.listen(`${join(folder, packing)}.sock`);
  await once(server, 'listening');
  const bytes = new Socket().pause().connect(`${join(folder, packing)}.sock`);
  await once(bytes, 'connect');
  try {
    const taken = { bytes, isComplete: Promise.resolve(true), [Symbol.dispose]: () => undefined };
    const ended = withOnlyInstalled(
      ['prlimit'],
      () => startPackingStream(taken, file.fd, { packing, atMost }).ended,
    );
    await expect(ended).rejects.toMatchObject({
      reason: 'tool-missing',
      detail: { values: { package: 'zstd' } },
    });
  } finally {
    await file.close();
    server.close();
  }
});

const writesInto = (fd: number, script: string): ChildProcess =>
  spawn('sh', ['-c', script], { stdio: ['ignore', fd, 'ignore'] });

it('lets the sender write straight into the file, which gets its name when it is complete', async () => {
  let seen: readonly string[] = [];
  const done = await hand(async (bytes, file) => {
    for (const word of ['one', 'two']) await once(writesInto(file?.fd ?? -1, `printf ${word}`), 'close');
    seen = await readdir(join(host.root, 'data'));
    bytes.end();
  });
  expect(done).toEqual({ path: '/data/a.sql', bytes: 6 });
  expect(seen).not.toContain('a.sql');
  expect(await readFile(join(host.root, 'data/a.sql'), 'utf8')).toBe('onetwo');
});

it('leaves nothing of what was written straight into the file, and not whole', async () => {
  const failing = hand(async (_bytes, file) => {
    await once(writesInto(file?.fd ?? -1, 'printf half'), 'close');
    throw new Refusal('dump-failed');
  });
  await expect(failing).rejects.toThrow('dump-failed');
  expect(await left()).toEqual([]);
});

it('reports the quota if it ended the program that writes straight into the file', async () => {
  let size = 0;
  const endless = hand(async (_bytes, file) => {
    const command = endsAt(file?.atMost, { file: 'cat', args: ['/dev/zero'] });
    const program = spawn(command.file, command.args, { stdio: ['ignore', file?.fd ?? -1, 'ignore'] });
    const [, signal] = (await once(program, 'close')) as [number | null, string | null];
    size = fstatSync(file?.fd ?? -1).size;
    throw signal === 'SIGXFSZ' ? new Refusal('over-quota') : new Refusal('dump-failed');
  });
  await expect(endless).rejects.toThrow('over-quota');
  expect(size).toBeLessThanOrEqual(16 * 1024 * 1024);
  expect(await left()).toEqual([]);
});

it('stops storing when the caller cancels while no byte arrives', async () => {
  const cancel = new AbortController();
  const silent = hand(async (bytes) => {
    cancel.abort();
    await once(bytes, 'close');
    throw new Refusal('dump-failed');
  }, cancel.signal);
  await expect(silent).rejects.toThrow();
  // The child learns of the abort a moment later.
  while ((await left()).length > 0) await sleep(20);
});
