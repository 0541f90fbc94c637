import { execFileSync } from 'node:child_process';
import { chownSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { compressFiles, extractArchive, inspectArchive, SitePath } from '@sitedeck/contract';
import { requestChild } from '#testing/child-requests';
import { makeFileHosts, type FileHosts, type TestHost } from '#testing/file-hosts';
import { isRefusal } from '#faults/refusal';
import { makeRar } from '#testing/archives/rar';
import { makeTar } from '#testing/archives/tar';
import { makeZip } from '#testing/archives/zip';

const LIMIT = 50;
const NEVER = { signal: new AbortController().signal, progress: () => undefined };

let hosts: FileHosts;
let host: TestHost;
let count = 0;
let taskId = 0;

beforeAll(async () => {
  hosts = await makeFileHosts();
});
afterAll(() => hosts.close());
beforeEach(async () => {
  const made = await hosts.host(`limit${++count}`, 1_000_000_000);
  host = { ...made, target: { ...made.target, entriesMax: LIMIT } };
});

const own = (path: string) => join(host.root, path);
const give = (path: string) =>
  execFileSync('chown', ['-R', `${host.target.uid}:${host.target.uid}`, own(path)]);

/** The reason of a refusal and the limit that it names. */
const outcome = (error: unknown) => {
  if (!isRefusal(error)) throw error;
  const limit = error.detail.values?.['limit'];
  return typeof limit === 'string' ? `${error.reason} ${limit}` : error.reason;
};

const names = (length: number) => Array.from({ length }, (_, index) => `f${index}.txt`);
const zipOf = (length: number) => makeZip(names(length).map((name) => ({ name })));
const tarOf = (length: number) => makeTar(names(length).map((name) => ({ name, content: 'x' })));

function sevenZipOf(length: number): Buffer {
  mkdirSync(own('data/seven'));
  for (const name of names(length)) writeFileSync(own(`data/seven/${name}`), 'x');
  const made = own('data/made.7z');
  const command = [
    'bsdtar',
    '--format=7zip',
    '-cf',
    made,
    '-C',
    own('data/seven'),
    ...names(length),
  ] as const;
  const [file, ...args] = command;
  execFileSync(file, args);
  return readFileSync(made);
}

const ARCHIVES = [
  ['zip', zipOf],
  ['tar', tarOf],
  ['tar.gz', (length: number) => gzipSync(tarOf(length))],
  ['7z', sevenZipOf],
  ['rar', (length: number) => makeRar(names(length).map((name) => [name, 'x'] as const))],
] as const;

function bring(name: string, bytes: Buffer): void {
  writeFileSync(own(`data/${name}`), bytes);
  chownSync(own(`data/${name}`), host.target.uid, host.target.uid);
}
const inspect = (name: string) => {
  const body = inspectArchive.body.parse({ path: `/data/${name}`, to: '/wwwroot/out' });
  return hosts.parent.handlers
    .inspectArchive({ ...host.target, ...body }, NEVER)
    .then(({ files }) => files, outcome);
};
const extract = (name: string) => {
  const body = extractArchive.body.parse({ path: `/data/${name}`, to: '/wwwroot/out' });
  return hosts.parent.handlers
    .extract({ ...host.target, ...body, taskId: ++taskId }, NEVER)
    .then(({ files }) => files, outcome);
};

describe('an archive with more entries than the host may unpack', () => {
  it.each(ARCHIVES)(
    'is refused with the limit when inspected and when extracted: %s',
    async (ending, make) => {
      bring(`more.${ending}`, make(LIMIT + 1));
      expect(await inspect(`more.${ending}`)).toBe(`archive-too-many-entries ${LIMIT}`);
      expect(await extract(`more.${ending}`)).toBe(`archive-too-many-entries ${LIMIT}`);
      expect(readdirSync(own('wwwroot'))).toEqual([]);
    },
  );

  it.each(ARCHIVES)(
    'is extracted if it holds exactly as many entries as the limit: %s',
    async (ending, make) => {
      bring(`as-many.${ending}`, make(LIMIT));
      expect(await inspect(`as-many.${ending}`)).toBe(LIMIT);
      expect(await extract(`as-many.${ending}`)).toBe(LIMIT);
      expect(readdirSync(own('wwwroot/out')).length).toBe(LIMIT);
    },
  );

  it('is refused even if its own 16-bit count is small', async () => {
    const archive = zipOf(0x10000 + 3);
    expect(archive.readUInt16LE(archive.length - 22 + 10)).toBe(3);
    bring('lies.zip', archive);
    expect(await inspect('lies.zip')).toBe(`archive-too-many-entries ${LIMIT}`);
    expect(await extract('lies.zip')).toBe(`archive-too-many-entries ${LIMIT}`);
  });

  it('is refused if only folders without an entry of their own exceed the limit', async () => {
    const deep = names(LIMIT / 2 + 1).map((name) => ({ name: `folder-of-${name}/${name}` }));
    bring('deep.zip', makeZip(deep));
    expect(await extract('deep.zip')).toBe(`archive-too-many-entries ${LIMIT}`);
    expect(readdirSync(own('wwwroot'))).toEqual([]);
  });
});

const compress = (to: string, paths: readonly string[]) =>
  hosts.parent.handlers
    .compress({ ...host.target, ...compressFiles.body.parse({ paths, to }) }, NEVER)
    .catch(outcome);

async function zipStream(paths: readonly string[]): Promise<string | Buffer> {
  const parsed = paths.map((path) => SitePath.parse(path));
  const grant = { type: 'zip', paths: parsed, taskId: ++taskId, entriesMax: LIMIT } as const;
  const ticket = await hosts.parent.handlers.ticket({ ...host.target, grant }, NEVER).catch(outcome);
  if (typeof ticket === 'string') return ticket;
  if (ticket.is !== 'ticket') throw new Error('a ticket was expected');
  return (await requestChild(ticket.socket, { path: `/ticket/${ticket.ticket}` })).body;
}

describe('packing', () => {
  it('refuses, before writing, a selection with more entries than one archive may hold', async () => {
    mkdirSync(own('wwwroot/site/inner'), { recursive: true });
    for (const name of names(LIMIT - 1)) writeFileSync(own(`wwwroot/site/inner/${name}`), 'x');
    give('wwwroot');
    // Two folders and 49 files.
    for (const ending of ['zip', 'tar.gz', 'tar.zst'])
      expect(await compress(`/data/site.${ending}`, ['/wwwroot/site'])).toBe(
        `pack-too-many-entries ${LIMIT}`,
      );
    expect(await zipStream(['/wwwroot/site'])).toBe(`pack-too-many-entries ${LIMIT}`);
    expect(readdirSync(own('data'))).toEqual([]);
    expect(await compress('/data/inner.zip', ['/wwwroot/site/inner'])).toMatchObject({ files: LIMIT - 1 });
    expect(await zipStream(['/wwwroot/site/inner'])).toBeInstanceOf(Buffer);
  });

  it('refuses a pipe or a huge sparse file with a reason, and leaves either out of a folder', async () => {
    writeFileSync(own('wwwroot/page.html'), 'page');
    execFileSync('mkfifo', [own('wwwroot/pipe')]);
    writeFileSync(own('wwwroot/holes.img'), '');
    truncateSync(own('wwwroot/holes.img'), 1024 ** 4);
    give('wwwroot');
    for (const ending of ['zip', 'tar.gz', 'tar.zst']) {
      expect(await compress(`/data/x.${ending}`, ['/wwwroot/pipe'])).toBe('pack-special');
      expect(await compress(`/data/x.${ending}`, ['/wwwroot/holes.img'])).toBe('pack-sparse');
      expect(await compress(`/data/all.${ending}`, ['/wwwroot'])).toMatchObject({
        files: 1,
        failed: expect.arrayContaining([
          'wwwroot/pipe: pack-special',
          'wwwroot/holes.img: pack-sparse',
        ]) as unknown,
      });
    }
    expect(await zipStream(['/wwwroot/pipe'])).toBe('pack-special');
    expect(await zipStream(['/wwwroot/holes.img'])).toBe('pack-sparse');
    expect(readdirSync(own('data')).sort()).toEqual(['all.tar.gz', 'all.tar.zst', 'all.zip']);
  });

  it('names omitted entries in the archive’s comment, in both languages and without control characters', async () => {
    writeFileSync(own('wwwroot/page.html'), 'page');
    execFileSync('mkfifo', [own('wwwroot/a\u001b[2Jpipe')]);
    give('wwwroot');
    writeFileSync(own('data/got.zip'), await zipStream(['/wwwroot']));
    const comment = execFileSync('unzip', ['-z', own('data/got.zip')], { encoding: 'utf8' });
    expect(comment).toContain("wwwroot/a?[2Jpipe: Devices, pipes and sockets can't be packed");
    expect(comment).toContain('设备、管道和套接字无法打包');
    expect(comment).not.toContain('\u001b');
    expect(await inspect('got.zip')).toBe(1);
  });
});
