import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { SigningKey } from '#system/site-image/signing-key';
import { writeImage } from '#system/site-image/write-image';
import { APP_FOLDER, AppPackage, DESCRIPTION_MAX_BYTES } from './app-package';
import type { IndexedApp } from './catalogue-index';

export interface PackageRequest extends Omit<AppPackage, 'files'> {
  /** Holds the folder `app` with the app's files, and nothing else. */
  readonly root: string;
  /** Folder that gets the package. */
  readonly into: string;
  readonly key: SigningKey;
  readonly now: Date;
  readonly signal: AbortSignal;
}

/** What the index says of a package. */
export type WrittenPackage = Pick<IndexedApp, 'package' | 'files' | 'bytes'>;

/** In hexadecimal digits. */
export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) hash.update(chunk);
  return hash.digest('hex');
}

/** Control characters and backslashes would need escapes in lists of files. */
const PLAIN_NAME = /^[^\p{Cc}\\]+$/u;

interface HashedTree {
  readonly files: Record<string, string>;
  bytes: number;
}

async function hashTree(folder: string, path: string, found: HashedTree): Promise<HashedTree> {
  for (const entry of await readdir(join(folder, path), { withFileTypes: true })) {
    const inner = path === '' ? entry.name : `${path}/${entry.name}`;
    if (!PLAIN_NAME.test(entry.name))
      throw new Error(`A package can't hold this name: ${JSON.stringify(inner)}`);
    if (entry.isDirectory()) await hashTree(folder, inner, found);
    else if (entry.isFile()) {
      found.bytes += (await lstat(join(folder, inner))).size;
      found.files[inner] = await sha256Of(join(folder, inner));
    } else throw new Error(`A package can only hold files and folders: ${inner}`);
  }
  return found;
}

/** Writes the signed package of an app: an image of the kind `app`. */
export async function writePackage(request: PackageRequest): Promise<WrittenPackage> {
  const { app, version, settings, setup, root, into, key, now, signal } = request;
  const { files, bytes } = await hashTree(join(root, APP_FOLDER), '', { files: {}, bytes: 0 });
  const configuration = JSON.stringify(AppPackage.parse({ app, version, settings, setup, files }));
  if (Buffer.byteLength(configuration) > DESCRIPTION_MAX_BYTES)
    throw new Error(`A package can't describe so many files: ${Object.keys(files).length}`);
  const name = `${app}-${version}.tar.zst`;
  // A package of the same version stays complete until this one is.
  const file = join(into, `${name}.new`);
  const { size } = await writeImage(
    {
      ...{ kind: 'app', site: `${app} ${version}`, engines: {} },
      configuration,
      dump: undefined,
      ...{ root, folders: [APP_FOLDER], identity: undefined },
    },
    {
      ...{ file, key, now, signal },
      step: (_name, run) => run(),
      onDumped: () => undefined,
      onPacked: () => undefined,
    },
  );
  const sha256 = await sha256Of(file);
  await rename(file, join(into, name));
  return { files: Object.keys(files).length, bytes, package: { file: name, bytes: size, sha256 } };
}
