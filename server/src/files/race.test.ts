import { createHash } from 'node:crypto';
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chown, mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  extractArchive,
  SitePath,
  type CallReply,
  type listBin,
  type listVersions,
} from '@sitedeck/contract';
import { sendFiles } from '#testing/child-requests';
import { makeFileHosts, type FileHosts, type TestHost } from '#testing/file-hosts';
import { isRefusal } from '#faults/refusal';
import { makeZip } from '#testing/archives/zip';

/** A tenant's program that swaps a folder for a link to the outside, as fast as it can. */
const SWAPPER = `
  const fs = require('node:fs');
  const [, www, outside] = process.argv;
  process.chdir(www);
  const attempt = (act) => { try { act(); } catch {} };
  fs.symlinkSync(outside, 'evil');
  for (;;) {
    try {
      fs.renameSync('dir', 'kept'); fs.renameSync('evil', 'dir');
      fs.renameSync('dir', 'evil'); fs.renameSync('kept', 'dir');
    } catch {
      attempt(() => fs.renameSync('kept', 'dir'));
      attempt(() => fs.symlinkSync(outside, 'evil'));
      attempt(() => fs.mkdirSync('dir'));
    }
  }
`;

const IS_LONG = process.env['SITEDECK_TEST_LONG'] === '1';
const LONG_MS = 30_000;
const ROUNDS = 15;
const NEVER = { signal: new AbortController().signal, progress: () => undefined };

let hosts: FileHosts;
let host: TestHost;
let swapper: ChildProcess;
let outside: string;

beforeAll(async () => {
  hosts = await makeFileHosts();
  host = await hosts.host('race');
  // The host's uid may write outside: only the path checks confine the calls.
  outside = join(hosts.hosts, 'outside');
  await mkdir(join(outside, 'sub'), { recursive: true });
  await writeFile(join(outside, 'secret.txt'), 'secret');
  await writeFile(join(outside, 'sub/secret.txt'), 'secret');
  execFileSync('chown', ['-R', String(host.target.uid), outside]);
  await mkdir(join(host.root, 'wwwroot/dir'));
  await chown(join(host.root, 'wwwroot/dir'), host.target.uid, host.target.uid);
  const identity = { uid: host.target.uid, gid: host.target.uid };
  swapper = spawn(process.execPath, ['-e', SWAPPER, join(host.root, 'wwwroot'), outside], {
    ...identity,
    stdio: 'ignore',
  });
});
afterAll(async () => {
  swapper.kill('SIGKILL');
  await hosts.close();
});

/** The exact version of the outside file: only the path check can refuse it. */
const OUTSIDE = {
  path: '/wwwroot/dir/secret.txt',
  version: createHash('sha256').update('secret').digest('hex').slice(0, 32),
};

const SEARCHES = [
  { path: '/wwwroot', text: 'secret' },
  { path: '/wwwroot/dir', text: 's.cret', regex: true },
] as const;

/** The reason of a refusal, also of one file among several. */
function outcomeOf(reply: unknown): string {
  if (typeof reply === 'string') return reply;
  return /"reason":"([a-z-]+)"/.exec(JSON.stringify(reply))?.[1] ?? 'done';
}

/** The results of a search, or the reason of its refusal. */
async function searched(body: (typeof SEARCHES)[number]): Promise<string> {
  const events: unknown[] = [];
  const control = { ...NEVER, progress: ({ events }: { events: unknown[] }) => void events.push(...events) };
  await hosts.parent.handlers
    .stream({ ...host.target, stream: 'searchFiles', body }, control)
    .catch((error: unknown) => {
      if (!isRefusal(error)) throw error;
    });
  return JSON.stringify(events);
}

const VERBS = [
  ['readText', { path: '/wwwroot/dir/secret.txt' }],
  ['listFolder', { path: '/wwwroot/dir/sub' }],
  ['writeText', { path: '/wwwroot/dir/secret.txt', content: 'owned' }],
  ['touchFile', { path: '/wwwroot/dir/new' }],
  ['makeFolder', { path: '/wwwroot/dir/a/b' }],
  ['removeFile', { path: '/wwwroot/dir/secret.txt' }],
  ['removeFile', { path: '/wwwroot/dir' }],
  ['removeFile', { path: '/wwwroot/dir/sub', with_self: true }],
  ['removeFile', { path: '/wwwroot/dir/new', bin: true }],
  ['removeFile', { path: '/wwwroot/dir/sub', with_self: true, bin: true }],
  ['checkUpload', { path: '/wwwroot/dir', names: ['sub/up'] }],
  ['renameFile', { path: '/wwwroot/dir/secret.txt', to: '/data/stolen' }],
  ['renameFile', { path: '/data/mine', to: '/wwwroot/dir/mine' }],
  ['copyFile', { path: '/wwwroot/dir', to: '/data/copy', overwrite: true }],
  ['copyFile', { path: '/wwwroot/dir/secret.txt', to: '/data/copied' }],
  ['copyFile', { path: '/data/mine', to: '/wwwroot/dir/mine', overwrite: true }],
  ['resetPermission', { path: '/wwwroot/dir' }],
  ['changeMode', { paths: ['/wwwroot/dir'], files: '644', folders: '755', deep: true }],
  ['readWindow', { path: '/wwwroot/dir/secret.txt', offset: 0 }],
  ['listVersions', { path: '/wwwroot/dir/secret.txt' }],
  ['removeVersions', { path: '/wwwroot/dir/secret.txt', ids: ['000000000-edit-00000000'] }],
  ['previewReplace', { paths: ['/wwwroot/dir/secret.txt'], text: 'e', replacement: 'E' }],
  ['replaceInFiles', { files: [OUTSIDE], text: 'secret', replacement: 'owned' }],
] as const;

/** Restores earlier contents of a file into the folder that is being swapped. */
async function restoreVersions(): Promise<void> {
  const path = '/wwwroot/dir/kept.txt';
  for (const content of ['one', 'two']) await hosts.request(host, 'writeText', { path, content });
  const listed = await hosts.request(host, 'listVersions', { path });
  const { versions } = listed as CallReply<typeof listVersions>;
  const files = versions.slice(0, 2).map(({ id }) => ({ path, id }));
  if (files.length > 0) await hosts.request(host, 'restoreVersions', { files });
}

const UP_ZIP = makeZip(['up.txt', 'sub/up.txt', 'a/b/c.txt'].map((name) => ({ name, content: name })));

const isPacked = (name: string) => name.startsWith('packed-');
let tasks = 0;
/** Ignores refusals of tasks and streams, but not bugs. */
async function passed(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!isRefusal(error)) throw error;
  });
}

/** Packs, extracts into and measures the folder that is being swapped. */
async function packAndUnpack(): Promise<void> {
  const { handlers } = hosts.parent;
  const own = host.target;
  const parsed = (path: string) => SitePath.parse(path);
  tasks += 1;
  for (const [paths, to] of [
    ['/wwwroot/dir', `/data/packed-${tasks}.zip`],
    ['/wwwroot', `/data/packed-${tasks}.tar.gz`],
    ['/data/mine', '/wwwroot/dir/packed.zip'],
  ] as const)
    await passed(handlers.compress({ ...own, paths: [parsed(paths)], to: parsed(to) }, NEVER));
  const body = extractArchive.body.parse({ path: '/data/up.zip', to: '/wwwroot/dir' });
  await passed(handlers.extract({ ...own, ...body, taskId: tasks }, NEVER));
  // If the path to a placed entry is a link by now, the entry stays.
  await passed(handlers.dropExtracted({ ...own, taskId: tasks }, NEVER));
  await passed(handlers.inspectArchive({ ...own, ...body }, NEVER));
  const sizes = { stream: 'measureFolders', body: { paths: ['/wwwroot/dir', '/wwwroot'] } } as const;
  await passed(handlers.stream({ ...own, ...sizes }, NEVER));
}

/** Restores entries from the bin into the folder that is being swapped. */
async function bringBack(): Promise<void> {
  const { items } = (await hosts.request(host, 'listBin', {})) as CallReply<typeof listBin>;
  const ids = items.map(({ id }) => id);
  if (ids.length > 0) await hosts.request(host, 'restoreFromBin', { ids, ifExists: 'overwrite' });
  await hosts.request(host, 'emptyBin', {});
}

it(
  'stays inside the host while a folder is swapped for a link, for every verb',
  async () => {
    const { socket } = await hosts.parent.handlers.ensureChild(host.target, NEVER);
    await writeFile(join(host.root, 'data/mine'), 'mine');
    await writeFile(join(host.root, 'data/up.zip'), UP_ZIP);
    const before = (await stat(join(outside, 'secret.txt'))).ino;
    const seen: Record<string, number> = {};
    const until = Date.now() + LONG_MS;
    // Proves that the race takes place: the same calls meet both the folder and the link.
    const met = () => (seen['done'] ?? 0) > 0 && (seen['link-in-path'] ?? 0) > 0;
    for (let round = 0; round < ROUNDS || !met() || (IS_LONG && Date.now() < until); round += 1) {
      for (const [verb, body] of VERBS) {
        const reply = await hosts.request(host, verb, body).catch((error: unknown) => error);
        // A bug must not pass as an effect of the race.
        if (reply instanceof Error) throw reply;
        // The caller asked for this name; the content is not its own.
        expect(JSON.stringify(reply).replaceAll('secret.txt', '')).not.toContain('secret');
        const outcome = outcomeOf(reply);
        seen[outcome] = (seen[outcome] ?? 0) + 1;
      }
      for (const body of SEARCHES) expect(await searched(body)).not.toContain('"matches":[');
      await sendFiles({ socket, id: 'race', folder: '/wwwroot/dir' }, [
        { name: 'sub/up', bytes: Buffer.from('up') },
      ]);
      await bringBack();
      await restoreVersions();
      await packAndUnpack();
    }
    for (const packed of (await readdir(join(host.root, 'data'))).filter(isPacked)) {
      const [file, ...args] = packed.endsWith('.zip') ? ['unzip', '-p'] : ['tar', '-xOzf'];
      const { stdout } = spawnSync(file, [...args, join(host.root, 'data', packed)]);
      expect(stdout.toString()).not.toContain('secret');
    }
    expect((await readdir(outside)).sort()).toEqual(['secret.txt', 'sub']);
    expect(await readdir(join(outside, 'sub'))).toEqual(['secret.txt']);
    expect(await readFile(join(outside, 'secret.txt'), 'utf8')).toBe('secret');
    expect((await stat(join(outside, 'secret.txt'))).ino).toBe(before);
    // This service wrote files of those names into the folder; their content differs from the files outside.
    const copies = await readdir(join(host.root, 'data'), { recursive: true, withFileTypes: true });
    for (const file of copies.filter((entry) => entry.isFile() && !isPacked(entry.name))) {
      expect(await readFile(join(file.parentPath, file.name), 'utf8')).not.toContain('secret');
    }
  },
  LONG_MS + 60_000,
);
