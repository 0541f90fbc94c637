import { closeSync, constants, openSync, readdirSync, readSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { codeOf } from '#faults/error-code';
import { urlOfKey, type CachedUrl } from './cached-url';

/** Files that are read before the event loop gets a turn: a few milliseconds. */
const AT_ONCE = 100;
/** A file begins with nginx's own header, the key and the response headers; most fit into this. */
const HEAD_BYTES = 2048;
/** Larger than any head: nginx stores the offset of the body in 16 bits. */
const HEAD_MAX = 128 * 1024;
const KEY_MARK = Buffer.from('\nKEY: ');
const LINE_END = 10;
const HEAD_END = Buffer.from('\r\n\r\n');

/** What the origin reported (nginx/sites/edge): when its reply began, s since 1970, and how long that took, s. */
const REPORTED = /\r\nX-Edge-Reply: (\d+\.\d+);(\d+\.\d+);/;

interface Head {
  readonly key: string;
  /** When the origin received the request, s since 1970; 0: unknown. */
  readonly requestedAt: number;
}

export interface CachedPage {
  readonly url: CachedUrl;
  readonly requestedAt: Head['requestedAt'];
}

/** An incomplete file that was not written for this long, ms, belongs to a killed nginx, which never removes it. */
const ABANDONED_AFTER_MS = 2 * 3_600_000;
const INCOMPLETE = /\.\d{10}$/;

/** Paths of all cached files: `<two hex digits>/<32 hex digits>`; incomplete ones end with a dot and a number. */
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

/** The request counts, not the reply: a slow page reads its data long before its reply begins. */
function requestedAt(head: string): number {
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
    return { key, requestedAt: end < 0 ? 0 : requestedAt(bytes.toString('latin1', keyEnd, end)) };
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

function removeIfAbandoned(file: string): void {
  const written = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
  if (written < Date.now() - ABANDONED_AFTER_MS) rmSync(file, { force: true });
}

/** Runs `work` on every cached file, and yields to the event loop now and then. */
async function forEachFile(folder: string, work: (file: string) => void): Promise<void> {
  let left = AT_ONCE;
  for (const file of filesOf(folder)) {
    work(file);
    left -= 1;
    if (left > 0) continue;
    await nextTurn();
    left = AT_ONCE;
  }
}

/** Removes cached pages from nginx's folder and returns their number. nginx fetches a page again if its file is missing. */
export async function removePages(folder: string, matches: (page: CachedPage) => boolean): Promise<number> {
  let removed = 0;
  await forEachFile(folder, (file) => {
    if (INCOMPLETE.test(file)) return removeIfAbandoned(file);
    const head = readHead(file);
    // The key was read as latin1 but may contain UTF-8; usually it is percent-encoded.
    const url = head && urlOfKey(Buffer.from(head.key, 'latin1').toString());
    if (!url || !matches({ url, requestedAt: head.requestedAt })) return;
    rmSync(file, { force: true });
    removed += 1;
  });
  return removed;
}

/** Bytes of all pages of a folder, including those that are still being written. */
export async function cacheSize(folder: string): Promise<number> {
  let bytes = 0;
  await forEachFile(folder, (file) => {
    if (INCOMPLETE.test(file)) removeIfAbandoned(file);
    bytes += statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  });
  return bytes;
}

/** Whether nginx is writing a page larger than `limit` bytes: it does not limit the size of a cached page itself. */
export async function hasOversizedPage(folder: string, limit: number): Promise<boolean> {
  let isOversized = false;
  await forEachFile(folder, (file) => {
    if (INCOMPLETE.test(file)) isOversized ||= (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > limit;
  });
  return isOversized;
}
