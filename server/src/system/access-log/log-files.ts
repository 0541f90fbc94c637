import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

/** Old logs that are kept beside the one being written: `.1` is the newest. */
export const LOGS_KEPT = 3;
export const ACCESS_LOG = 'access.log';

export const oldLog = (file: string, age: number): string => `${file}.${age}`;

/** Up to where a host's log was counted. */
export interface LogCursor {
  readonly inode: string;
  /** Bytes from the start of that file. */
  readonly at: number;
  /** Digest of the bytes before it: a file copied elsewhere is known again, a number given to another file is not. */
  readonly tail: string;
}

/** Bytes before the cursor that are remembered by their digest; a few lines, so their times make them unique. */
const TAIL_BYTES = 512;

export interface OpenLog {
  readonly handle: FileHandle;
  readonly inode: string;
  readonly size: number;
  /** 0 is the one being written. */
  readonly age: number;
}

/** Without waiting and without following: where all run under one uid, a host may put anything under that name. */
const READ = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

async function openLog(file: string, age: number): Promise<OpenLog | undefined> {
  const handle = await open(file, READ).catch(() => undefined);
  if (!handle) return undefined;
  const found = await handle.stat({ bigint: true });
  if (found.isFile()) return { handle, inode: String(found.ino), size: Number(found.size), age };
  await handle.close();
  return undefined;
}

/** The access logs of a host that are there, the newest first. The caller closes them. */
export async function openLogs(folder: string): Promise<OpenLog[]> {
  const file = join(folder, ACCESS_LOG);
  const ages = Array.from({ length: LOGS_KEPT + 1 }, (_, age) => age);
  const logs = await Promise.all(ages.map((age) => openLog(age === 0 ? file : oldLog(file, age), age)));
  return logs.filter((log) => log !== undefined);
}

/** Digest of what stands before an offset; empty at the start of a file. */
export async function tailOf({ handle }: Pick<OpenLog, 'handle'>, at: number): Promise<string> {
  const length = Math.min(at, TAIL_BYTES);
  if (length === 0) return '';
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, at - length);
  return createHash('sha256').update(buffer.subarray(0, bytesRead)).digest('base64url');
}

const holds = async (log: OpenLog, cursor: LogCursor): Promise<boolean> =>
  log.size >= cursor.at && (await tailOf(log, cursor.at)) === cursor.tail;

/** The log that a cursor stands in; undefined where it was cut off or replaced by hands that are not ours. */
export async function logOf(cursor: LogCursor, logs: readonly OpenLog[]): Promise<OpenLog | undefined> {
  const same = logs.find(({ inode }) => inode === cursor.inode);
  if (same && (await holds(same, cursor))) return same;
  if (cursor.at === 0) return undefined;
  for (const log of logs) if (log !== same && (await holds(log, cursor))) return log;
  return undefined;
}
