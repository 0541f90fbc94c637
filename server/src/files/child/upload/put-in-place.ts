import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import type { IfExists } from '@sitedeck/contract';
import { Refusal } from '#faults/refusal';
import type { Disk } from '../disk';
import { freeName } from '../history/free-name';
import { placeFile, replaceFile } from '../tree/place-file';
import { mayChangeEntry } from '../tree/place-rules';
import { pathOf } from '../tree/site-path';
import { walk, type Folder } from '../tree/walk';
import type { LandingFolder } from './landing-folder';
import { holds } from './part-bytes';

const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;

export interface Target {
  /** Absolute inside the host. */
  readonly path: string;
  readonly parts: readonly string[];
}

interface Finished {
  /** The upload's own. */
  readonly folder: Folder;
  readonly name: string;
  readonly ifExists: IfExists | undefined;
}

/** Gives a finished file its name. @returns where it stands, if not at `target`; refuses `already-exists` */
export function putInPlace(
  disk: Disk,
  { folder, name, ifExists = 'overwrite' }: Finished,
  { target, landing }: { readonly target: Target; readonly landing: LandingFolder },
): { to?: string } {
  mayChangeEntry(target.parts);
  const above = target.parts.slice(0, -1);
  const parent = landing.open(above);
  const wanted = target.parts.at(-1) ?? '';
  const from = { folder, name };
  if (!parent.look(wanted)) placeFile(from, { folder: parent, name: wanted });
  else if (ifExists === 'refuse') throw new Refusal('already-exists');
  else if (ifExists === 'both') {
    const own = freeName(parent, wanted).toString();
    placeFile(from, { folder: parent, name: own });
    return { to: pathOf([...above, own]) };
  } else replaceFile(disk, from, { folder: parent, name: wanted, parts: target.parts, cause: 'upload' });
  return {};
}

/** Whether something stands there already; a folder on the way that is missing is made later. */
export function isTaken(disk: Disk, { parts }: Target): boolean {
  try {
    using parent = walk(disk.root, parts.slice(0, -1));
    return parent.look(parts.at(-1) ?? '') !== undefined;
  } catch {
    return false;
  }
}

/** Does the file there hold these bytes at `from`? @param size of the whole file; undefined: any */
export function standsWith(
  disk: Disk,
  parts: readonly string[],
  { bytes, from, size }: { bytes: readonly Buffer[]; from: number; size?: number },
): boolean {
  try {
    using parent = walk(disk.root, parts.slice(0, -1));
    const fd = openSync(parent.at(parts.at(-1) ?? ''), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    try {
      return (size === undefined || fstatSync(fd).size === size) && holds(fd, bytes, from);
    } finally {
      closeSync(fd);
    }
  } catch {
    // Removed meanwhile: sent again, it comes again.
    return false;
  }
}
