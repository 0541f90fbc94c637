import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import {
  compressedZeroes,
  craftImage,
  craftPart,
  craftTar,
  sparseTar,
  type CraftedEntry,
  type CraftedImage,
  type CraftedPart,
} from '#testing/crafted-image';
import { canMount, SmallDisk } from '#testing/small-disk';
import { openImage, partOf, readConfiguration, readPart, verifyImage } from './read-image';
import { openSigningKey, type SigningKey } from './signing-key';
import { unpackFiles } from './unpack-files';

const OWNER = process.getuid?.() === 0 ? { uid: 65_112, gid: 65_112 } : undefined;
const GIB = 1024 ** 3;
const damaged = { reason: 'image-damaged' };

let folder: string;
let key: SigningKey;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sitedeck-hostile-'));
  key = await openSigningKey(folder);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = () => join(folder, 'image.tar.zst');
const signal = new AbortController().signal;
const into = () => join(folder, 'task/tree');

async function openCrafted(image: Omit<CraftedImage, 'key'>) {
  craftImage(file(), { key, ...image });
  const opened = await openImage(file(), { kind: 'site', trusted: [key.publicKey] });
  await verifyImage(opened, { signal, onBytes: () => undefined });
  return opened;
}
async function unpack(files: CraftedPart): Promise<number> {
  const image = await openCrafted({ parts: [files] });
  return unpackFiles(image, { into: into(), owner: OWNER, signal });
}
const unpackEntries = (...entries: readonly CraftedEntry[]) =>
  unpack(craftPart('files', craftTar([{ name: 'wwwroot/', type: '5', mode: 0o755 }, ...entries])));

describe('a signed image with hostile content', () => {
  it.each<[string, readonly CraftedEntry[]]>([
    ['a name that leads out', [{ name: '../escaped', content: 'x' }]],
    ['a name that leads out below a folder', [{ name: 'wwwroot/../../escaped', content: 'x' }]],
    [
      'a file through a link that leads out',
      [
        { name: 'wwwroot/out', type: '2', link: '../..' },
        { name: 'wwwroot/out/escaped', content: 'x' },
      ],
    ],
    [
      'a file through an absolute link',
      [
        { name: 'wwwroot/out', type: '2', link: '/tmp' },
        { name: 'wwwroot/out/sitedeck-escaped', content: 'x' },
      ],
    ],
    ['a hard link to a file of the machine', [{ name: 'wwwroot/hash', type: '1', link: '/etc/passwd' }]],
    ['a hard link upwards', [{ name: 'wwwroot/hash', type: '1', link: '../../image-signing-key.pem' }]],
    ['a link in the position of a folder', [{ name: 'data', type: '2', link: '/etc' }]],
    ['a folder that is not the site’s', [{ name: 'logs/', type: '5', mode: 0o755 }]],
    ['a file beside its folders', [{ name: 'beside', content: 'x' }]],
    ['an absolute name', [{ name: '/wwwroot-absolute/file', content: 'x' }]],
  ])('is refused, and writes nothing elsewhere: %s', async (_what, entries) => {
    await expect(unpackEntries(...entries)).rejects.toMatchObject(damaged);
    expect(existsSync('/tmp/sitedeck-escaped')).toBe(false);
    expect(existsSync('/wwwroot-absolute')).toBe(false);
    expect(readdirSync(folder).sort()).toEqual(['image-signing-key.pem', 'image.tar.zst', 'task']);
    expect(readdirSync(join(folder, 'task'))).toEqual(['tree']);
  });

  it('loses set-uid bits and pipes, and keeps the rest', async () => {
    await unpackEntries(
      { name: 'wwwroot/set', mode: 0o6755, content: 'x' },
      { name: 'wwwroot/pipe', type: '6' },
    );
    expect(readdirSync(join(into(), 'wwwroot'))).toEqual(['set']);
    expect(statSync(join(into(), 'wwwroot/set')).mode & 0o7777).toBe(0o755);
  });

  it('makes no device', async () => {
    if (!OWNER) return;
    await expect(unpackEntries({ name: 'wwwroot/null', type: '3' })).rejects.toMatchObject(damaged);
  });

  it('is refused if a sparse file in it is larger than the disk', async () => {
    await expect(unpack(craftPart('files', sparseTar('1T')))).rejects.toMatchObject({ reason: 'disk-full' });
  });

  it.each([
    ['files', 'shorter'],
    ['database', 'longer'],
    ['configuration', 'longer'],
  ] as const)(
    'is refused if its part %s is not as long as the manifest says, but %s',
    async (part, which) => {
      const bomb = compressedZeroes(which === 'longer' ? 100 * GIB : GIB / 16);
      const bytes = which === 'longer' ? 1_000_000 : GIB;
      const image = await openCrafted({ parts: [{ part, compressed: bomb, bytes }] });
      const described = partOf(image, part);
      if (!described) throw new Error('No part');
      if (part === 'configuration') await expect(readConfiguration(image)).rejects.toMatchObject(damaged);
      else await expect(finished(readPart(image, described).resume())).rejects.toMatchObject(damaged);
    },
  );

  it('writes no more files than the manifest says', async () => {
    const header = craftTar([{ name: 'wwwroot/', type: '5', mode: 0o755 }]).subarray(0, 512);
    const large = { name: 'wwwroot/large', content: 'x'.repeat(300_000) };
    const tar = Buffer.concat([header, craftTar([large, large, large, large])]);
    const files = { ...craftPart('files', tar), bytes: 400_000 };
    await expect(unpack(files)).rejects.toMatchObject(damaged);
  });

  it('is refused before it is unpacked if it says itself that the disk has no room for it', async () => {
    const files = { ...craftPart('files', craftTar([])), bytes: 2 ** 50 };
    await expect(unpack(files)).rejects.toMatchObject({ reason: 'disk-full' });
    expect(readdirSync(into())).toEqual([]);
  });

  it('is refused if its configuration would need much memory', async () => {
    const configuration = craftPart('configuration', Buffer.alloc(2 * 1024 * 1024, '0'));
    const image = await openCrafted({ parts: [configuration] });
    await expect(readConfiguration(image)).rejects.toMatchObject(damaged);
  });

  const parts = () => [craftPart('configuration', '{}'), craftPart('files', craftTar([]))];
  const partsIn = (manifest: Readonly<Record<string, unknown>>) =>
    manifest['parts'] as readonly Readonly<Record<string, unknown>>[];
  const changed =
    (change: object): NonNullable<CraftedImage['manifest']> =>
    (manifest) => ({ ...manifest, parts: partsIn(manifest).map((part) => ({ ...part, ...change })) });
  it.each<[string, NonNullable<CraftedImage['manifest']>]>([
    [
      'parts that overlap',
      (manifest) => ({
        ...manifest,
        parts: partsIn(manifest).map((_part, at, [first]) => ({
          ...first,
          part: at === 0 ? 'configuration' : 'files',
        })),
      }),
    ],
    ['two parts of one name', changed({ part: 'files' })],
    ['a negative size', changed({ bytes: -1 })],
    ['a negative position', changed({ offset: -9000 })],
    ['a size beyond all numbers', () => '{"format":1,"kind":"site","entries":1e999}'],
    ['a number that is none', () => '{"format":NaN}'],
    ['no JSON at all', () => '\u0000'.repeat(8192)],
    ['another value', () => '[[[[]]]]'],
    ['no format', ({ format: _format, ...others }) => others],
  ])('is refused if its manifest has %s', async (_what, manifest) => {
    await expect(openCrafted({ parts: parts(), manifest })).rejects.toMatchObject(damaged);
  });

  it('names the format that it needs if that is newer', async () => {
    const manifest = () => ({ format: 2, anything: true });
    await expect(openCrafted({ parts: parts(), manifest })).rejects.toMatchObject({
      reason: 'image-newer',
      detail: { values: { format: 2, known: 1 } },
    });
  });

  (canMount() ? it : it.skip)('is not unpacked further when the disk is full (needs a mount)', async () => {
    const at = join(folder, 'task');
    mkdirSync(at);
    using disk = new SmallDisk(at, '80m');
    writeFileSync(join(disk.folder, 'other'), '');
    const content = 'x'.repeat(40 * 1024 * 1024);
    const tar = craftTar([
      { name: 'wwwroot/', type: '5', mode: 0o755 },
      { name: 'wwwroot/a', content },
    ]);
    await expect(unpack(craftPart('files', tar))).rejects.toMatchObject({ reason: 'disk-full' });
  });
});
