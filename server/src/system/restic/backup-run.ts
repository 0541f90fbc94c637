import { z } from 'zod';
import type { TaskProgress } from '@sitedeck/contract';
import { jsonLine } from './json-line';
import { pointTag, type Repository } from './repository';
import { runRestic } from './run-restic';
import { withSpace } from '#system/disk/with-space';

const Status = z.object({
  message_type: z.literal('status'),
  total_files: z.number().optional(),
  files_done: z.number().optional(),
  total_bytes: z.number().optional(),
  bytes_done: z.number().optional(),
  current_files: z.array(z.string()).nullish(),
});
const Summary = z.object({
  message_type: z.literal('summary'),
  total_files_processed: z.number(),
  total_bytes_processed: z.number(),
  snapshot_id: z.string(),
});
const Line = z.discriminatedUnion('message_type', [Status, Summary]);

/** A snapshot that was written. */
export interface Written {
  readonly snapshot: string;
  readonly files: number;
  readonly bytes: number;
  /** Files that could not be read. */
  readonly missed: number;
}

export interface BackupWish {
  readonly hostCode: string;
  readonly point: number;
  readonly signal: AbortSignal;
  readonly progress: (progress: TaskProgress) => void;
  /** Where the sources lie. */
  readonly cwd: string;
  readonly args: readonly string[];
  readonly input?: (into: NodeJS.WritableStream) => Promise<void>;
}

/** Some files could not be read: what could is there. */
const INCOMPLETE = 3;

const progressOf = (status: z.infer<typeof Status>, below: string): TaskProgress => ({
  files: status.files_done ?? 0,
  bytes: status.bytes_done ?? 0,
  ...(status.total_files !== undefined && { filesTotal: status.total_files }),
  ...(status.total_bytes !== undefined && { bytesTotal: status.total_bytes }),
  ...(status.current_files?.[0] !== undefined && { current: status.current_files[0].replace(below, '') }),
});

/** Writes one snapshot. Killed at any moment it leaves none. */
export async function writeSnapshot(repository: Repository, wish: BackupWish): Promise<Written> {
  let done: z.infer<typeof Summary> | undefined;
  let missed = 0;
  const run = (signal: AbortSignal) =>
    runRestic(repository, {
      args: ['backup', '--json', '--host', wish.hostCode, '--tag', pointTag(wish.point), ...wish.args],
      signal,
      cwd: wish.cwd,
      fine: [INCOMPLETE],
      ...(wish.input && { input: wish.input }),
      onComplaint: (line) => {
        if (line.includes('"message_type":"error"')) missed += 1;
      },
      onLine: (line) => {
        const { data } = Line.safeParse(jsonLine(line));
        if (data?.message_type === 'summary') done = data;
        else if (data) wish.progress(progressOf(data, wish.cwd));
      },
    });
  await withSpace({ folder: repository.at, signal: wish.signal, work: run });
  if (!done) throw new Error('restic told of no snapshot');
  return {
    snapshot: done.snapshot_id,
    files: done.total_files_processed,
    bytes: done.total_bytes_processed,
    missed,
  };
}
