import { closeSync, constants, openSync, readdirSync, readSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { codeOf } from '#faults/error-code';
import { addressOfKey, type CachedAddress } from './cached-address';

/** Files that are read before other work of the process gets its turn: a few milliseconds. */
const AT_ONCE = 100;
/** The first part of a file holds nginx's own header and the key. */
const HEAD_BYTES = 2048;
/** Larger than any head: nginx accepts no such request line, and notes where the body begins in 16 bits. */
const HEAD_MAX = 128 * 1024;
const KEY_MARK = Buffer.from('\nKEY: ');
const LINE_END = 10;

/** Version of the header in `ngx_http_file_cache_header_t`, nginx 1.22. */
const KNOWN_HEADER = 5n;
/** In a known header: when the reply began to arrive, s since 1970. */
const DATE_AT = 40;
/** In a known header: where the body of the reply begins. */
const BODY_AT = 56;
/** What the site's own server told (nginx/sites/edge), first how long it took, s. */
const TOOK = /\r\nX-Edge-Reply: (\d+\.\d+);/;

interface Head {
  readonly key: string;
  /** When the site was asked, s since 1970; 0: unknown. */
  readonly askedAt: number;
}

export interface CachedPage {
  readonly address: CachedAddress;
  readonly askedAt: Head['askedAt'];
}

/** The names of all cached files: `<two hex digits>/<32 hex digits>`; incomplete ones have a dot. */
function* filesOf(folder: string): Generator<string> {
  for (const level of namesIn(folder))
    if (/^[0-9a-f]{2}$/.test(level))
      for (const name of namesIn(join(folder, level)))
        if (/^[0-9a-f]{32}$/.test(name)) yield join(folder, level, name);
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

/** The reply of a slow page arrives long after the site has read what it says. */
function askedAt(head: Buffer): number {
  const [, took = '0'] = TOOK.exec(head.toString('latin1')) ?? [];
  return Number(head.readBigInt64LE(DATE_AT)) - Number(took);
}

function headIn(file: number): Head | undefined {
  for (let length = HEAD_BYTES; length <= HEAD_MAX; length *= 8) {
    const bytes = buffer.subarray(0, readSync(file, buffer, 0, length, 0));
    const start = bytes.indexOf(KEY_MARK);
    const end = start < 0 ? -1 : bytes.indexOf(LINE_END, start + KEY_MARK.length);
    if (end < 0) continue;
    const key = bytes.toString('latin1', start + KEY_MARK.length, end);
    if (bytes.readBigUInt64LE(0) !== KNOWN_HEADER) return { key, askedAt: 0 };
    const body = bytes.readUInt16LE(BODY_AT);
    if (body > length) continue;
    return { key, askedAt: askedAt(bytes.subarray(0, body)) };
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
    const head = readHead(file);
    // UTF-8 in a key was read byte by byte; escapes are the usual form.
    const address = head && addressOfKey(Buffer.from(head.key, 'latin1').toString());
    if (!address || !isMeant({ address, askedAt: head.askedAt })) return;
    rmSync(file, { force: true });
    removed += 1;
  });
  return removed;
}

/** Bytes that the pages of a folder take. */
export async function cacheSize(folder: string): Promise<number> {
  let bytes = 0;
  await eachFile(folder, (file) => {
    bytes += statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  });
  return bytes;
}
