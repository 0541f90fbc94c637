import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import type { IfExists } from '@sitedeck/contract';
import { Refusal } from '#faults/refusal';
import type { Disk } from '../disk';
import { freeName } from '../tree/free-name';
import { replaceFile } from '../tree/replace-entry';
import { makeFolders, placeFile } from '../tree/place-file';
import { mayChangeEntry } from '../tree/write-rules';
import { pathOf } from '../tree/site-path';
import { walk, type Folder } from '../tree/walk';
import { equalsBytes } from './part-bytes';

const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;

/**
 * Keeps the folder of the last finished file open, as files of a batch mostly share one. Only for files that follow one
 * another without an `await`: after one, the folder may be another one.
 */
export class TargetFolder implements Disposable {
  private held: { readonly path: string; readonly folder: Folder } | undefined;

  constructor(private readonly root: Folder) {}

  /** Creates the folder's missing levels. This object closes it. */
  open(parts: readonly string[]): Folder {
    const path = pathOf(parts);
    if (this.held?.path === path) return this.held.folder;
    this.release();
    const folder = makeFolders(this.root, parts);
    this.held = { path, folder };
    return folder;
  }

  /** Called before an `await`: the next file opens its folder again. */
  release(): void {
    this.held?.folder[Symbol.dispose]();
    this.held = undefined;
  }

  [Symbol.dispose](): void {
    this.release();
  }
}

export interface Target {
  /** Absolute, from the host's root. */
  readonly path: string;
  readonly parts: readonly string[];
}

interface FinishedFile {
  /** The upload's own folder. */
  readonly folder: Folder;
  readonly name: string;
  readonly ifExists: IfExists | undefined;
}

/** Gives a finished file its name; refuses with `already-exists`. @returns its path, if it is not `target` */
export function putInPlace(
  disk: Disk,
  { folder, name, ifExists = 'overwrite' }: FinishedFile,
  { target, targetFolder }: { readonly target: Target; readonly targetFolder: TargetFolder },
): { to?: string } {
  mayChangeEntry(target.parts);
  const above = target.parts.slice(0, -1);
  const parent = targetFolder.open(above);
  const wanted = target.parts.at(-1) ?? '';
  const from = { folder, name };
  if (!parent.lstat(wanted)) placeFile(from, { folder: parent, name: wanted });
  else if (ifExists === 'refuse') throw new Refusal('already-exists');
  else if (ifExists === 'both') {
    const own = freeName(parent, wanted).toString();
    placeFile(from, { folder: parent, name: own });
    return { to: pathOf([...above, own]) };
  } else replaceFile(disk, from, { folder: parent, name: wanted, parts: target.parts, cause: 'upload' });
  return {};
}

/** Whether the name exists already; false also if a parent folder is missing. */
export function targetExists(disk: Disk, { parts }: Target): boolean {
  try {
    using parent = walk(disk.root, parts.slice(0, -1));
    return parent.lstat(parts.at(-1) ?? '') !== undefined;
  } catch {
    return false;
  }
}

/** Whether the file has these bytes at `from`. @param size of the complete file; undefined: any */
export function hasBytes(
  disk: Disk,
  parts: readonly string[],
  { bytes, from, size }: { bytes: readonly Buffer[]; from: number; size?: number },
): boolean {
  try {
    using parent = walk(disk.root, parts.slice(0, -1));
    const fd = openSync(parent.at(parts.at(-1) ?? ''), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    try {
      return (size === undefined || fstatSync(fd).size === size) && equalsBytes(fd, bytes, from);
    } finally {
      closeSync(fd);
    }
  } catch {
    // The file was removed: the sender sends it again.
    return false;
  }
}
