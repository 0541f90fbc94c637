import { closeSync, constants, openSync, readdirSync, readSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { codeOf } from '#faults/error-code';
import { addressOfKey, type CachedAddress } from './cached-address';

/** Files that are read before other work of the process gets its turn: a few milliseconds. */
const AT_ONCE = 100;
/** The first part of a file holds nginx's own header and the key. */
const HEAD_BYTES = 2048;
/** Larger than any head: nginx notes where the body begins in 16 bits. */
const HEAD_MAX = 128 * 1024;
const KEY_MARK = Buffer.from('\nKEY: ');
const LINE_END = 10;
const HEAD_END = Buffer.from('\r\n\r\n');

/** What the site's own server reported (nginx/sites/edge): when the reply began, s since 1970, and how long that took, s. */
const REPORTED = /\r\nX-Edge-Reply: (\d+\.\d+);(\d+\.\d+);/;

interface Head {
  readonly key: string;
  /** When the site was asked, s since 1970; 0: unknown. */
  readonly askedAt: number;
}

export interface CachedPage {
  readonly address: CachedAddress;
  readonly askedAt: Head['askedAt'];
}

/** An incomplete file without a write for so long, ms, was left by a killed nginx, which never removes it. */
const LEFT_AFTER_MS = 2 * 3_600_000;
const INCOMPLETE = /\.\d{10}$/;

/** The names of all cached files: `<two hex digits>/<32 hex digits>`; incomplete ones have a dot and a number. */
function* filesOf(folder: string): Generator<string> {
  const levels = namesIn(folder).filter((level) => /^[0-9a-f]{2}$/.test(level));
  for (const level of levels)
    for (const name of namesIn(join(folder, level)))
      if (/^[0-9a-f]{32}(?:\.\d{10})?$/.test(name)) yield join(folder, level, name);
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return [];
    throw error;
  }
}

const buffer = Buffer.allocUnsafe(HEAD_MAX);

/** The reply of a slow page begins long after the site has read what it says. */
function askedAt(head: string): number {
  const [, began = '0', took = '0'] = REPORTED.exec(head) ?? [];
  return Number(began) - Number(took);
}

function headIn(file: number): Head | undefined {
  for (let length = HEAD_BYTES; length <= HEAD_MAX; length *= 8) {
    const bytes = buffer.subarray(0, readSync(file, buffer, 0, length, 0));
    const start = bytes.indexOf(KEY_MARK);
    const keyEnd = start < 0 ? -1 : bytes.indexOf(LINE_END, start + KEY_MARK.length);
    const end = keyEnd < 0 ? -1 : bytes.indexOf(HEAD_END, keyEnd);
    if (end < 0 && bytes.length === length) continue;
    if (keyEnd < 0) return undefined;
    const key = bytes.toString('latin1', start + KEY_MARK.length, keyEnd);
    return { key, askedAt: end < 0 ? 0 : askedAt(bytes.toString('latin1', keyEnd, end)) };
  }
  return undefined;
}

/** Undefined if the file is gone or not nginx's. */
function readHead(path: string): Head | undefined {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return headIn(file);
  } finally {
    closeSync(file);
  }
}

function removeLeft(file: string): void {
  const written = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
  if (written < Date.now() - LEFT_AFTER_MS) rmSync(file, { force: true });
}

/** Runs work on every cached file, a few at a time. */
async function eachFile(folder: string, work: (file: string) => void): Promise<void> {
  let left = AT_ONCE;
  for (const file of filesOf(folder)) {
    work(file);
    left -= 1;
    if (left > 0) continue;
    await nextTurn();
    left = AT_ONCE;
  }
}

/** Removes cached pages from nginx's folder and returns their number. nginx fetches a page again whose file is gone. */
export async function removePages(folder: string, isMeant: (page: CachedPage) => boolean): Promise<number> {
  let removed = 0;
  await eachFile(folder, (file) => {
    if (INCOMPLETE.test(file)) return removeLeft(file);
    const head = readHead(file);
    // UTF-8 in a key was read byte by byte; escapes are the usual form.
    const address = head && addressOfKey(Buffer.from(head.key, 'latin1').toString());
    if (!address || !isMeant({ address, askedAt: head.askedAt })) return;
    rmSync(file, { force: true });
    removed += 1;
  });
  return removed;
}

/** Bytes that the pages of a folder take, with those that are still arriving. */
export async function cacheSize(folder: string): Promise<number> {
  let bytes = 0;
  await eachFile(folder, (file) => {
    if (INCOMPLETE.test(file)) removeLeft(file);
    bytes += statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  });
  return bytes;
}

/** Whether nginx is writing a page larger than this, bytes. It has no limit of its own for a page that it keeps. */
export async function hasLargerPage(folder: string, limit: number): Promise<boolean> {
  let isLarger = false;
  await eachFile(folder, (file) => {
    if (INCOMPLETE.test(file)) isLarger ||= (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > limit;
  });
  return isLarger;
}
