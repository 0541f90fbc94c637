import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFileHosts, type FileHosts, type TestHost } from '#testing/file-hosts';
import { findFileChildren } from '#testing/find-file-child';
import { SoakClient } from '#testing/soak';

const IS_LONG = process.env['SITEDECK_TEST_LONG'] === '1';
const SOAK_MS = IS_LONG ? 10 * 60_000 : 2000;
const CLIENTS = 8;
/** Acts of each client at least, so that all kinds occur on a busy machine too. */
const ACTS_MIN = 40;

let hosts: FileHosts;
let host: TestHost;

beforeAll(async () => {
  hosts = await makeFileHosts();
  host = await hosts.host('soak');
});
// After a long round the tree is large.
afterAll(() => hosts.close(), 300_000);

function checksum(files: Iterable<readonly [string, string]>): string {
  const hash = createHash('sha256');
  for (const [path, content] of [...files].sort(([a], [b]) => (a < b ? -1 : 1)))
    hash.update(`${path}\0${content.length}\0${content}`);
  return hash.digest('hex');
}

/** Every file below a folder of the host, by its path. */
async function filesIn(folder: string): Promise<[string, string][]> {
  const entries = await readdir(join(host.root, folder), { recursive: true, withFileTypes: true });
  return Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => {
        const path = join(entry.parentPath, entry.name);
        return [path.slice(host.root.length), await readFile(path, 'utf8')];
      }),
  );
}

const eventuallyEmpty = async (folder: string) => {
  while ((await filesIn(folder)).length > 0) await new Promise(setImmediate);
};

it(
  'keeps the tree as its eight concurrent clients expect it',
  async () => {
    const clients = Array.from({ length: CLIENTS }, (_, number) => new SoakClient(hosts, host, number));
    const until = Date.now() + SOAK_MS;
    await Promise.all(
      clients.map(async (client) => {
        await client.begin();
        while (Date.now() < until || client.acts < ACTS_MIN) await client.act();
      }),
    );
    const known = clients.flatMap(({ files }) => [...files]);
    const standing = await filesIn('wwwroot');
    expect(standing.map(([path]) => path).sort()).toEqual(known.map(([path]) => path).sort());
    expect(checksum(standing)).toBe(checksum(known));
    // No unfinished file is left, and one process did all the work.
    expect(await filesIn('data')).toEqual([]);
    expect((await readdir(join(host.root, '.sitedeck'))).sort()).toEqual([
      'bin',
      'extract',
      'move',
      'versions',
    ]);
    await eventuallyEmpty('tmp/.sitedeck-work');
    await eventuallyEmpty('.sitedeck/extract');
    expect(await findFileChildren(host.root)).toHaveLength(1);
    const acts = clients.reduce((sum, client) => sum + client.acts, 0);
    process.stdout.write(`${acts} acts in ${SOAK_MS / 1000} s, ${known.length} files\n`);
  },
  SOAK_MS + 300_000,
);
