import { createHash } from 'node:crypto';
import { chmod, cp, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { BuiltRemote } from '@sitedeck/contract';
import { dropOld } from '#system/disk/generations';
import { pathExists } from '#system/disk/exists';
import { StartRefusal } from './start-refusal';

/** Folders of a checkout that hold what was built. */
export interface Build {
  readonly server: string;
  readonly shell: string;
  readonly remotes: string;
  /** Tarballs for feature teams. */
  readonly packages: string;
}

const buildOf = (checkout: string): Build => ({
  server: join(checkout, 'server/dist'),
  shell: join(checkout, 'shell/dist'),
  remotes: join(checkout, 'remotes'),
  packages: join(checkout, 'tooling/packages/dist'),
});

interface Piece {
  readonly from: string;
  /** Path below the bundle. */
  readonly to: string;
}

async function remotePieces(folder: string): Promise<Piece[]> {
  const names = await readdir(folder).catch(() => []);
  const pieces = await Promise.all(
    names.sort().map(async (name): Promise<Piece[]> => {
      const from = join(folder, name, 'dist');
      const text = await readFile(join(from, 'remote.json'), 'utf8').catch(() => undefined);
      if (text === undefined) return [];
      const manifest = BuiltRemote.parse(JSON.parse(text));
      return [{ from, to: join('remotes', manifest.name, manifest.version) }];
    }),
  );
  return pieces.flat();
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

async function digest(pieces: readonly Piece[]): Promise<string> {
  const hash = createHash('sha256');
  for (const { from, to } of pieces) {
    for (const file of await filesBelow(from)) {
      hash.update(`${to}${file.slice(from.length)}\0`).update(await readFile(file));
    }
  }
  return hash.digest('hex').slice(0, 16);
}

async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
  }
}

/** The previous build is removed at the start after next: a running old process may still read its files. */
const KEPT = 1;

/**
 * Copies what was built to `<folder>/<digest>`: `*.mjs`, `shell/`, `remotes/<name>/<version>/`, `packages/`. Other uids execute and
 * serve the copy, so the checkout may lie in a folder they can't enter. The same build is copied once.
 */
export async function copyBundle(checkout: string, folder: string): Promise<string> {
  const build = buildOf(checkout);
  const remotes = await remotePieces(build.remotes);
  const pieces: readonly Piece[] = [
    { from: build.server, to: '' },
    { from: build.shell, to: 'shell' },
    ...remotes,
    ...((await pathExists(build.packages)) ? [{ from: build.packages, to: 'packages' }] : []),
  ];
  const id = await digest(pieces).catch(() => undefined);
  if (id === undefined) throw new StartRefusal('The product is not built: run "npm start"');
  const target = join(folder, id);
  if (!(await readdir(folder)).includes(id)) {
    const scratch = `${target}.new`;
    await rm(scratch, { recursive: true, force: true });
    await mkdir(scratch, { recursive: true });
    for (const { from, to } of pieces) await cp(from, join(scratch, to), { recursive: true });
    await openToAll(scratch);
    await rename(scratch, target);
  }
  await dropOld(folder, { inForce: id, kept: KEPT });
  return target;
}
