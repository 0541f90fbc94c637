import { rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '#faults/error-code';
import { ACCESS_LOG, LOGS_KEPT, oldLog } from './log-files';

/** A log larger than this is rotated, bytes. */
export const LOG_LIMIT = 64 * 1024 * 1024;
export const ROTATED_LOGS = [ACCESS_LOG, 'error.log'] as const;
export type RotatedLog = (typeof ROTATED_LOGS)[number];

async function move(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}

/** Logs of a host that have grown beyond `limit` bytes. `folder` is its `logs`. */
export async function logsOverLimit(folder: string, limit: number): Promise<readonly RotatedLog[]> {
  const sizes = await Promise.all(
    ROTATED_LOGS.map((name) =>
      stat(join(folder, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return ROTATED_LOGS.filter((_, index) => (sizes[index] ?? 0) > limit);
}

/**
 * Renames a log to `.1`, and each older one to the next number; the oldest is removed. A process that has it
 * open continues to write to `.1`.
 */
export async function rotateLog(folder: string, name: RotatedLog): Promise<string> {
  const file = join(folder, name);
  for (let age = LOGS_KEPT; age > 1; age -= 1) await move(oldLog(file, age - 1), oldLog(file, age));
  await move(file, oldLog(file, 1));
  return oldLog(file, 1);
}
