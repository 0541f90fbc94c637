import { chownSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { extractArchive, type CallInput } from '@sitedeck/contract';
import { makeFileHosts, type FileHosts, type TestHost } from '../../../testing/file-hosts';
import { isRefusal } from '../../refusal';
import { makeTar } from './tar-for-tests';
import { makeZip } from './zip-for-tests';

jest.setTimeout(120_000);

/** Enough that an end in the middle is one. */
const FILES = 1500;
const NAMES = Array.from({ length: FILES }, (_, index) => `f${String(index).padStart(4, '0')}`);
const ARCHIVE = makeZip(NAMES.map((name) => ({ name, content: `new ${name}` })));

let hosts: FileHosts;
let host: TestHost;
let count = 0;
let taskId = 0;

beforeAll(async () => {
  hosts = await makeFileHosts();
});
afterAll(() => hosts.close());

const own = (path: string) => join(host.root, path);
function give(path: string, bytes: Buffer | string): void {
  writeFileSync(own(path), bytes);
  chownSync(own(path), host.target.uid, host.target.uid);
}

/** A host whose target holds every other file already. */
async function lay(quotaBytes: number | null = null): Promise<void> {
  host = await hosts.host(`vh${++count}`, quotaBytes);
  mkdirSync(own('wwwroot/out'));
  chownSync(own('wwwroot/out'), host.target.uid, host.target.uid);
  NAMES.filter((_, index) => index % 2 === 0).forEach((name) => give(`wwwroot/out/${name}`, `old ${name}`));
  give('data/x.zip', ARCHIVE);
}

type More = Partial<CallInput<typeof extractArchive>['body']>;
const extract = (id: number, more: More = {}, signal = new AbortController().signal) => {
  const body = extractArchive.body.parse({ path: '/data/x.zip', to: '/wwwroot/out', ...more });
  const wish = { ...host.target, ...body, taskId: id };
  return hosts.parent.handlers
    .extract(wish, { signal, progress: () => undefined })
    .catch((error: unknown) => {
      if (isRefusal(error)) return error.reason;
      return 'stopped';
    });
};
const drop = (id: number) =>
  hosts.parent.handlers.dropExtracted(
    { ...host.target, taskId: id },
    { signal: new AbortController().signal, progress: () => undefined },
  );

const namesIn = (path: string): string[] => {
  try {
    return readdirSync(own(path));
  } catch {
    return [];
  }
};
const contents = () =>
  Object.fromEntries(
    readdirSync(own('wwwroot/out'))
      .sort()
      .map((name) => [name, readFileSync(own(`wwwroot/out/${name}`), 'utf8')]),
  );
const BEFORE = Object.fromEntries(
  NAMES.filter((_, index) => index % 2 === 0).map((name) => [name, `old ${name}`]),
);
const AFTER = Object.fromEntries(NAMES.map((name) => [name, `new ${name}`]));

async function until(check: () => boolean): Promise<void> {
  for (let tries = 0; tries < 6000 && !check(); tries += 1) await sleep(2);
}
const unpacking = (id: number) => () => namesIn(`.sitedeck/extract/${id}/tree`).length > 0;
const placing = (id: number) => () => namesIn(`.sitedeck/extract/${id}/old`).length > 10;
const nothingAside = () => until(() => namesIn('.sitedeck/extract').length === 0);

it('cancelled while it unpacks or moves into place, leaves everything as it was', async () => {
  await lay();
  for (const moment of [unpacking, placing]) {
    const id = ++taskId;
    const controller = new AbortController();
    const done = extract(id, {}, controller.signal);
    await until(moment(id));
    controller.abort();
    // It may have been done a moment before; then it is done.
    const outcome = await done;
    await drop(id);
    if (outcome === 'stopped') expect(contents()).toEqual(BEFORE);
    else expect(contents()).toEqual(AFTER);
    await nothingAside();
    expect(namesIn('.sitedeck/extract')).toEqual([]);
    NAMES.filter((_, index) => index % 2 === 0).forEach((name) => give(`wwwroot/out/${name}`, `old ${name}`));
    if (outcome !== 'stopped') await lay();
  }
});

it('killed at any moment, is as if it had never begun, or goes on when its task comes again', async () => {
  for (const moment of [unpacking, placing]) {
    for (const comesAgain of [false, true]) {
      await lay();
      const id = ++taskId;
      const lost = extract(id);
      await until(moment(id));
      await hosts.parent.handlers.removeChild(
        { hostCode: host.target.hostCode },
        { signal: new AbortController().signal, progress: () => undefined },
      );
      const wasDone = typeof (await lost) === 'object';
      if (comesAgain) {
        expect(await extract(id)).toMatchObject({ files: FILES });
        expect(contents()).toEqual(AFTER);
      }
      await drop(id);
      if (!comesAgain && !wasDone) expect(contents()).toEqual(BEFORE);
      await nothingAside();
      expect(namesIn('.sitedeck/extract')).toEqual([]);
    }
  }
});

it('is refused where the quota would not hold it, beforehand or in the middle, and nothing of it stays', async () => {
  await lay(20_000_000);
  const big = 'x'.repeat(3_000_000);
  const many = Array.from({ length: 10 }, (_, index) => ({ name: `big${index}`, content: big, packs: true }));
  give('data/big.zip', makeZip(many));
  expect(await extract(++taskId, { path: '/data/big.zip' })).toBe('over-quota');
  const { stdout } = await import('node:child_process').then(({ spawnSync }) =>
    spawnSync('zstd', ['-q', '-c'], { input: makeTar(many), maxBuffer: 1 << 26 }),
  );
  give('data/big.tar.zst', stdout);
  expect(await extract(++taskId, { path: '/data/big.tar.zst' })).toBe('over-quota');
  expect(contents()).toEqual(BEFORE);
  await nothingAside();
  expect(namesIn('.sitedeck/extract')).toEqual([]);
});
