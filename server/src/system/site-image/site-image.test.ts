import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Writable } from 'node:stream';
import { openImage, partOf, readPart, verifyImage } from './read-image';
import { isPublicKey, openSigningKey, type SigningKey } from './signing-key';
import { unpackFiles } from './unpack-files';
import { writeImage, type ImageSource } from './write-image';

const OWNER = process.getuid?.() === 0 ? { uid: 65_111, gid: 65_111 } : undefined;
const MADE = new Date('2026-11-28T12:00:00Z');
const DUMP = `-- dump\n${'INSERT INTO t VALUES (1);\n'.repeat(200_000)}`;

let folder: string;
let root: string;
let key: SigningKey;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sd-image-'));
  root = join(folder, 'site');
  mkdirSync(join(root, 'wwwroot/文件'), { recursive: true });
  mkdirSync(join(root, 'data'));
  writeFileSync(join(root, 'wwwroot/index.php'), '<?php echo 1;');
  writeFileSync(join(root, 'wwwroot/文件/a\nb'), randomBytes(300_000));
  utimesSync(join(root, 'wwwroot/index.php'), 1_000_000_000, 1_000_000_000);
  symlinkSync('/etc/passwd', join(root, 'wwwroot/link'));
  mkdirSync(join(root, 'secret'));
  if (OWNER) execFileSync('chown', ['-hR', `${OWNER.uid}:${OWNER.gid}`, root]);
  key = await openSigningKey(folder);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const dump = async (output: Writable): Promise<void> => {
  await new Promise<void>((resolve, reject) => {
    output.on('error', reject);
    output.end(DUMP, resolve);
  });
};

const source = (changes: Partial<ImageSource> = {}): ImageSource => ({
  ...{
    kind: 'site',
    folders: ['wwwroot', 'data'],
    site: 'demo',
    engines: { php: '8.2' },
    configuration: '{"indexPath":"index.php"}',
    dump,
    root,
  },
  identity: OWNER,
  ...changes,
});

const file = () => join(folder, 'image.tar.zst');
const never = new AbortController().signal;
const write = (changes: Partial<ImageSource> = {}, signal = never) =>
  writeImage(source(changes), {
    ...{ file: file(), key, now: MADE, signal },
    step: (_name, run) => run(),
    onDumped: () => undefined,
    onPacked: () => undefined,
  });
const openOwn = () => openImage(file(), { kind: 'site', trusted: [key.publicKey] });
const verify = async () => verifyImage(await openOwn(), { signal: never, onBytes: () => undefined });

/** Changes one byte of the image. */
async function damage(at: number): Promise<void> {
  await using handle = await open(file(), 'r+');
  const byte = Buffer.alloc(1);
  await handle.read(byte, 0, 1, at);
  byte.writeUInt8((byte.readUInt8(0) + 1) % 256);
  await handle.write(byte, 0, 1, at);
}

describe('an image of a site', () => {
  it('brings configuration, database and files back as they were', async () => {
    const written = await write();
    expect(written).toMatchObject({ missed: 0, manifest: { site: 'demo', entries: 3 } });
    const image = await openOwn();
    expect(image.manifest).toEqual(written.manifest);
    await verify();
    const [configuration, database] = [partOf(image, 'configuration'), partOf(image, 'database')];
    expect(configuration && (await text(readPart(image, configuration)))).toBe('{"indexPath":"index.php"}');
    expect(database && (await text(readPart(image, database)))).toBe(DUMP);
    const into = join(folder, 'unpacked');
    await unpackFiles(image, { into, owner: OWNER, signal: never });
    expect(readFileSync(join(into, 'wwwroot/文件/a\nb'))).toEqual(
      readFileSync(join(root, 'wwwroot/文件/a\nb')),
    );
    expect(readlinkSync(join(into, 'wwwroot/link'))).toBe('/etc/passwd');
    const index = lstatSync(join(into, 'wwwroot/index.php'));
    expect([index.mtimeMs, index.uid]).toEqual([1_000_000_000_000, OWNER?.uid ?? process.getuid?.()]);
    expect(() => lstatSync(join(into, 'secret'))).toThrow('ENOENT');
  });

  it('is a tar that any program can read', async () => {
    await write();
    const listed = execFileSync('tar', ['--zstd', '-tf', file(), '--quoting-style=escape'], {
      encoding: 'utf8',
    });
    expect(listed.trim().split('\n')).toEqual([
      ...['manifest.json', 'manifest.sig', 'configuration.json', 'database.sql'],
      ...['wwwroot/', ...Array.from<unknown>({ length: 4 }).map(() => expect.anything() as unknown), 'data/'],
    ]);
    const out = join(folder, 'by-hand');
    mkdirSync(out);
    execFileSync('tar', ['--zstd', '-xf', file(), '-C', out]);
    expect(readFileSync(join(out, 'database.sql'), 'utf8')).toBe(DUMP);
    expect(JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8'))).toMatchObject({ site: 'demo' });
  });

  it('holds no database if the site has none', async () => {
    await write({ dump: undefined });
    expect(partOf(await openOwn(), 'database')).toBeUndefined();
    await verify();
  });

  it('leaves out what its owner can not read, and counts it', async () => {
    if (!OWNER) return;
    writeFileSync(join(root, 'wwwroot/of-root'), 'x', { mode: 0o600 });
    chownSync(join(root, 'wwwroot/of-root'), 0, 0);
    expect(await write()).toMatchObject({ missed: 1 });
    await verify();
  });

  it('is refused if a byte of any part has changed', async () => {
    const { manifest } = await write();
    for (const { offset, length } of manifest.parts) {
      await damage(offset + Math.floor(length / 2));
      await expect(verify()).rejects.toMatchObject({ reason: 'image-damaged' });
      await write();
    }
    await damage(2000);
    await expect(openOwn()).rejects.toMatchObject({ reason: 'image-damaged' });
  });

  it('is refused if it is cut anywhere', async () => {
    const { size } = await write();
    for (const length of [0, 100, 9000, size - 1]) {
      await write();
      truncateSync(file(), length);
      await expect(openOwn()).rejects.toMatchObject({ reason: 'image-damaged' });
    }
  });

  it('is refused if another installation has signed it, until its key is trusted', async () => {
    await write();
    mkdirSync(join(folder, 'other'));
    const other = await openSigningKey(join(folder, 'other'));
    expect(isPublicKey(other.publicKey)).toBe(true);
    await expect(openImage(file(), { kind: 'site', trusted: [other.publicKey] })).rejects.toMatchObject({
      reason: 'image-foreign',
    });
    await expect(
      openImage(file(), { kind: 'site', trusted: [other.publicKey, key.publicKey] }),
    ).resolves.toMatchObject({
      size: expect.any(Number) as unknown,
    });
  });

  it('has no manifest if it could not be completed', async () => {
    const broken = new Error('the engine has ended');
    const fails = async (output: Writable): Promise<void> => {
      output.write('-- half');
      await Promise.reject(broken);
    };
    await expect(write({ dump: fails })).rejects.toBe(broken);
    await expect(openOwn()).rejects.toMatchObject({ reason: 'image-damaged' });
  });

  it('ends its programs when it is cancelled', async () => {
    const stop = new AbortController();
    const waits = async (output: Writable, signal: AbortSignal): Promise<void> => {
      output.write('-- half');
      stop.abort(new Error('cancelled'));
      signal.throwIfAborted();
      await Promise.resolve();
    };
    await expect(write({ dump: waits }, stop.signal)).rejects.toThrow('cancelled');
  });
});
