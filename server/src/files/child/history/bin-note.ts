import { closeSync, constants, fsync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { openRegularFile } from '../tree/open-file';
import { partsOf } from '../tree/site-path';
import type { Folder, Name } from '../tree/walk';

const INFO = 'info.json';
const COUNT = 'count.json';
/** Longest note, bytes: the longest path with every byte escaped, plus the entry's name. */
const INFO_MAX_BYTES = 64 * 1024;
const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants;
const flush = promisify(fsync);

/** Where an entry of the recycle bin came from. */
export interface Origin {
  /** Path of its folder, below the root. */
  readonly folder: readonly string[];
  readonly name: Name;
}

/** Size of a folder in the recycle bin. */
export interface FolderCount {
  readonly bytes: number;
  readonly files: number;
}

/** Writes the note, and waits until it is on the disk: the entry is moved after that. */
export async function writeInfo(item: Folder, origin: Origin, deletedAt: number): Promise<void> {
  const name =
    typeof origin.name === 'string' ? { name: origin.name } : { raw: origin.name.toString('base64url') };
  const fd = openSync(item.at(INFO), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  try {
    writeFileSync(fd, JSON.stringify({ folder: origin.folder, ...name, deletedAt }));
    await flush(fd);
  } finally {
    closeSync(fd);
  }
}

/** Reads a note, which the host may have changed; undefined if it can't be read. */
function readNote(item: Folder, name: string): Readonly<Record<string, unknown>> | undefined {
  try {
    using content = openRegularFile(item, name);
    if (content.stats.size > INFO_MAX_BYTES) return undefined;
    const note: unknown = JSON.parse(readFileSync(content.fd, 'utf8'));
    return typeof note === 'object' && note !== null ? { ...note } : undefined;
  } catch {
    return undefined;
  }
}

function nameFrom(note: Readonly<Record<string, unknown>>): Name | undefined {
  const { name, raw } = note;
  if (typeof name === 'string') return partsOf(name)[0] === name ? name : undefined;
  if (typeof raw !== 'string') return undefined;
  const bytes = Buffer.from(raw, 'base64url');
  return isOneName(bytes) ? bytes : undefined;
}

/** Whether Linux accepts these bytes as the name of one entry. */
export function isOneName(bytes: Buffer): boolean {
  const text = bytes.toString('latin1');
  return bytes.length > 0 && bytes.length <= 255 && !/[/\0]/.test(text) && text !== '.' && text !== '..';
}

export function readInfo(item: Folder): Origin | undefined {
  const note = readNote(item, INFO);
  if (!note || !Array.isArray(note['folder'])) return undefined;
  try {
    const folder = partsOf(note['folder'].map(String).join('/'));
    const name = nameFrom(note);
    return name === undefined ? undefined : { folder, name };
  } catch {
    return undefined;
  }
}

export function readCount(item: Folder): FolderCount | undefined {
  const { bytes, files } = readNote(item, COUNT) ?? {};
  const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
  return isCount(bytes) && isCount(files) ? { bytes, files } : undefined;
}

export function writeCount(item: Folder, counted: FolderCount): void {
  const fd = openSync(item.at(COUNT), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  try {
    writeFileSync(fd, JSON.stringify(counted));
  } finally {
    closeSync(fd);
  }
}
