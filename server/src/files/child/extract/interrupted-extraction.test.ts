import {
  appendFileSync,
  chownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { extractArchive, SitePath, type CallInput, type CallReply, type listBin } from '@sitedeck/contract';
import { createHostTree, makeFileHosts, type FileHosts, type TestHost } from '#testing/file-hosts';
import { canMount, SmallDisk } from '#testing/small-disk';
import { isRefusal } from '#faults/refusal';
import { makeTar } from '#testing/archives/tar';
import { makeZip } from '#testing/archives/zip';

/** Enough entries that a kill hits the middle of the work. */
const FILES = 1500;
const NAMES = Array.from({ length: FILES }, (_, index) => `f${String(index).padStart(4, '0')}`);
const ARCHIVE = makeZip(NAMES.map((name) => ({ name, content: `new ${name}` })));

let hosts: FileHosts;
let host: TestHost;
let parent: FileHosts['parent'];
let count = 0;
let taskId = 0;
let packing: Promise<string>;

beforeAll(async () => {
  hosts = await makeFileHosts();
});
beforeEach(() => {
  parent = hosts.parent;
});
afterAll(() => hosts.close());

const own = (path: string) => join(host.root, path);
function give(path: string, bytes: Buffer | string): void {
  writeFileSync(own(path), bytes);
  chownSync(own(path), host.target.uid, host.target.uid);
}

/** A host whose target already holds every second file. */
async function lay(quotaBytes: number | null = null): Promise<void> {
  host = await hosts.host(`vh${++count}`, quotaBytes);
  layFiles();
}

function layFiles(): void {
  mkdirSync(own('wwwroot/out'));
  chownSync(own('wwwroot/out'), host.target.uid, host.target.uid);
  NAMES.filter((_, index) => index % 2 === 0).forEach((name) => give(`wwwroot/out/${name}`, `old ${name}`));
  give('data/x.zip', ARCHIVE);
}

type More = Partial<CallInput<typeof extractArchive>['body']>;
const extract = (id: number, more: More = {}, signal = new AbortController().signal) => {
  const body = extractArchive.body.parse({ path: '/data/x.zip', to: '/wwwroot/out', ...more });
  const request = { ...host.target, ...body, taskId: id };
  return parent.handlers.extract(request, { signal, progress: () => undefined }).catch((error: unknown) => {
    if (isRefusal(error)) return error.reason;
    return 'stopped';
  });
};
const drop = (id: number) => parent.handlers.dropExtracted({ ...host.target, taskId: id }, never());

const kill = () => parent.handlers.removeChild({ hostCode: host.target.hostCode }, never());
const never = () => ({ signal: new AbortController().signal, progress: () => undefined });

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

/** Prints how long a cancellation takes; no assertion depends on it. */
async function cancelled<T>(what: string, controller: AbortController, work: Promise<T>): Promise<T> {
  const at = performance.now();
  controller.abort();
  const outcome = await work;
  process.stdout.write(`${what}: cancelled within ${Math.round(performance.now() - at)} ms\n`);
  return outcome;
}

it('leaves no file when packing is cancelled', async () => {
  await lay();
  give('data/zeros', '');
  truncateSync(own('data/zeros'), 1024 ** 3);
  for (const name of ['zeros.zip', 'zeros.tar.gz', 'zeros.tar.zst']) {
    const controller = new AbortController();
    const begun = new Promise<void>((resolve) => {
      const request = { paths: [SitePath.parse('/data/zeros')], to: SitePath.parse(`/wwwroot/${name}`) };
      const control = { signal: controller.signal, progress: () => resolve() };
      packing = parent.handlers.compress({ ...host.target, ...request }, control).then(
        () => 'done',
        () => 'stopped',
      );
    });
    await begun;
    expect(await cancelled(name, controller, packing)).toBe('stopped');
  }
  expect(namesIn('wwwroot')).toEqual(['out']);
  expect(namesIn('tmp/.sitedeck-work').flatMap((life) => namesIn(`tmp/.sitedeck-work/${life}`))).toEqual([]);
});

it('leaves everything unchanged when an extraction is cancelled', async () => {
  await lay();
  for (const moment of [unpacking, placing]) {
    const id = ++taskId;
    const controller = new AbortController();
    const done = extract(id, {}, controller.signal);
    await until(moment(id));
    // The extraction may have finished just before; then its files stay.
    const outcome = await cancelled('extract', controller, done);
    await drop(id);
    if (outcome === 'stopped') expect(contents()).toEqual(BEFORE);
    else expect(contents()).toEqual(AFTER);
    await nothingAside();
    expect(namesIn('.sitedeck/extract')).toEqual([]);
    NAMES.filter((_, index) => index % 2 === 0).forEach((name) => give(`wwwroot/out/${name}`, `old ${name}`));
    if (outcome !== 'stopped') await lay();
  }
});

it('undoes or continues an extraction that was killed at any moment', async () => {
  for (const moment of [unpacking, placing]) {
    for (const comesAgain of [false, true]) {
      await lay();
      const id = ++taskId;
      const lost = extract(id);
      await until(moment(id));
      await kill();
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

it('refuses an extraction beyond the quota before or while it runs, and leaves none of its files', async () => {
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

/** An extraction whose process was killed while it moved into place. */
async function killedWhilePlacing(layAgain: () => Promise<void>): Promise<number> {
  for (let tries = 0; tries < 20; tries += 1) {
    await layAgain();
    const id = ++taskId;
    const lost = extract(id);
    await until(placing(id));
    await kill();
    if (typeof (await lost) === 'string' && namesIn(`.sitedeck/extract/${id}`).includes('journal')) return id;
  }
  throw new Error('It was always done before');
}

interface Step {
  readonly to: readonly string[];
  readonly ino: number;
  readonly old?: number;
}

/** The placed entries, by its journal. */
function placedBy(id: number): readonly Step[] {
  const lines = readFileSync(own(`.sitedeck/extract/${id}/journal`), 'utf8')
    .trim()
    .split('\n')
    .slice(1);
  const steps = lines.map((line) => JSON.parse(line) as Step);
  return steps.filter(({ to, ino }) => lstatSync(own(to.join('/')), { throwIfNoEntry: false })?.ino === ino);
}

it('undoes an extraction left for a day, and keeps originals and newer work, despite broken journals', async () => {
  const id = await killedWhilePlacing(lay);
  const steps = placedBy(id);
  const [saved, written] = [
    steps.find(({ old }) => old !== undefined),
    steps.find(({ old }) => old === undefined),
  ];
  const [savedName = '', writtenName = ''] = [saved?.to.at(-1), written?.to.at(-1)];
  appendFileSync(own(`wwwroot/out/${writtenName}`), ' and more');
  const kept = (name: string) => hosts.request(host, 'listVersions', { path: `/wwwroot/out/${name}` });
  const dayOld = (path: string) => utimesSync(own(path), 0, 0);
  const extracts = '.sitedeck/extract';
  give(`${extracts}/gone-file`, '');
  for (const other of [9997, 9998, 9999]) {
    for (const folder of [`${extracts}/${other}`, `${extracts}/${other}/old`]) {
      mkdirSync(own(folder));
      chownSync(own(folder), host.target.uid, host.target.uid);
    }
    give(`${extracts}/${other}/journal`, 'this is {\nno journal\n');
    give(`${extracts}/${other}/old/0`, 'original');
    if (other !== 9997) dayOld(`${extracts}/${other}`);
  }
  // A task does not continue from files that it did not write.
  truncateSync(own(`${extracts}/9997/journal`), 1.9e9);
  // The file is saved with the next child, which finds a recent journal: it undoes nothing yet.
  await hosts.request(host, 'writeText', { path: `/wwwroot/out/${savedName}`, content: 'newer' });
  await until(() => namesIn(extracts).length === 1);
  await kill();
  dayOld(`${extracts}/${id}`);
  await drop(1_000_000);

  expect(contents()).toEqual({
    ...BEFORE,
    [savedName]: 'newer',
    [writtenName]: `new ${writtenName} and more`,
  });
  expect(await kept(savedName)).toMatchObject({
    versions: [{ cause: 'extract', size: 9 }, { cause: 'edit' }],
  });
  const { items } = (await hosts.request(host, 'listBin', {})) as CallReply<typeof listBin>;
  const found = items.map(({ path }) => path).sort();
  expect(found).toEqual([
    `/data/extracted-${id}`,
    ...['/data/replaced-9997', '/data/replaced-9998', '/data/replaced-9999'],
  ]);
  await nothingAside();
  expect(namesIn(extracts)).toEqual([]);
});

(canMount() ? it : it.skip)('is taken back where nothing more fits on the disk (needs a mount)', async () => {
  const base = await mkdtemp(join(tmpdir(), 'sitedeck-ends-'));
  const target = { ...(await hosts.host('full')).target };
  using _disk = new SmallDisk(base, `160m,nr_inodes=${FILES * 6}`);
  const mounted = await hosts.mounted(target, join(base, target.hostCode));
  parent = mounted.parent;
  host = { target, root: join(base, target.hostCode) };
  const id = await killedWhilePlacing(async () => {
    await rm(host.root, { recursive: true, force: true });
    await createHostTree(host.root, target.uid);
    layFiles();
  });
  try {
    for (let more = 0; ; more += 1) writeFileSync(join(base, `more${more}`), '');
  } catch {
    // No inode is left, so no folder can be created.
  }
  await drop(id);
  expect(contents()).toEqual(BEFORE);
  await nothingAside();
  expect(namesIn('.sitedeck/extract')).toEqual([]);
  await parent.close();
});
