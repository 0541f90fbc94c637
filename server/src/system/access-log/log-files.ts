import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

/** Number of old logs that are kept; `.1` is the newest. */
export const LOGS_KEPT = 3;
export const ACCESS_LOG = 'access.log';

export const oldLog = (file: string, age: number): string => `${file}.${age}`;

/** How far a host's log has been counted. */
export interface LogCursor {
  readonly inode: string;
  /** Bytes from the start of that file. */
  readonly at: number;
  /** Digest of the bytes before the offset: recognises a copied file, and a reused inode number. */
  readonly tail: string;
}

/** Number of bytes before the cursor that the digest covers: a few lines, unique by their times. */
const TAIL_BYTES = 512;

export interface OpenLog {
  readonly handle: FileHandle;
  readonly inode: string;
  readonly size: number;
  /** Age 0 is the current log. */
  readonly age: number;
}

/** Opens without blocking and without following links: without isolation a host may put anything under that name. */
const READ = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

async function openLog(file: string, age: number): Promise<OpenLog | undefined> {
  const handle = await open(file, READ).catch(() => undefined);
  if (!handle) return undefined;
  const found = await handle.stat({ bigint: true });
  if (found.isFile()) return { handle, inode: String(found.ino), size: Number(found.size), age };
  await handle.close();
  return undefined;
}

/** Opens a current log of a host; undefined if there is none. The caller closes it. */
export const openCurrentLog = (folder: string, name = ACCESS_LOG): Promise<OpenLog | undefined> =>
  openLog(join(folder, name), 0);

/** Opens the existing access logs of a host, newest first. The caller closes them. */
export async function openLogs(folder: string): Promise<OpenLog[]> {
  const file = join(folder, ACCESS_LOG);
  const ages = Array.from({ length: LOGS_KEPT + 1 }, (_, age) => age);
  const logs = await Promise.all(ages.map((age) => openLog(age === 0 ? file : oldLog(file, age), age)));
  return logs.filter((log) => log !== undefined);
}

/** Digest of the bytes before an offset; empty at the start of a file. */
export async function tailOf({ handle }: Pick<OpenLog, 'handle'>, at: number): Promise<string> {
  const length = Math.min(at, TAIL_BYTES);
  if (length === 0) return '';
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, at - length);
  return createHash('sha256').update(buffer.subarray(0, bytesRead)).digest('base64url');
}

const holds = async (log: OpenLog, cursor: LogCursor): Promise<boolean> =>
  log.size >= cursor.at && (await tailOf(log, cursor.at)) === cursor.tail;

/** The log to which a cursor belongs; undefined if that log was truncated or replaced. */
export async function logOf(cursor: LogCursor, logs: readonly OpenLog[]): Promise<OpenLog | undefined> {
  const same = logs.find(({ inode }) => inode === cursor.inode);
  if (same && (await holds(same, cursor))) return same;
  if (cursor.at === 0) return undefined;
  for (const log of logs) if (log !== same && (await holds(log, cursor))) return log;
  return undefined;
}
