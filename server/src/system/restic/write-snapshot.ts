import { z } from 'zod';
import type { TaskCounts } from '@sitedeck/contract';
import { parseJsonLine } from './restic-output';
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

export interface WrittenSnapshot {
  readonly snapshot: string;
  readonly files: number;
  readonly bytes: number;
  /** Files that could not be read. */
  readonly missed: number;
}

export interface SnapshotRequest {
  readonly hostCode: string;
  readonly point: number;
  readonly signal: AbortSignal;
  readonly progress: (progress: TaskCounts) => void;
  /** The folder that source paths are relative to. */
  readonly cwd: string;
  readonly args: readonly string[];
  readonly input?: (into: NodeJS.WritableStream) => Promise<void>;
}

/** Exit code of restic if some files could not be read; the snapshot holds the others. */
const INCOMPLETE = 3;

const progressOf = (status: z.infer<typeof Status>, root: string): TaskCounts => ({
  files: status.files_done ?? 0,
  bytes: status.bytes_done ?? 0,
  ...(status.total_files !== undefined && { filesTotal: status.total_files }),
  ...(status.total_bytes !== undefined && { bytesTotal: status.total_bytes }),
  ...(status.current_files?.[0] !== undefined && { current: status.current_files[0].replace(root, '') }),
});

/** Writes one snapshot. If restic is killed, there is no snapshot. */
export async function writeSnapshot(
  repository: Repository,
  request: SnapshotRequest,
): Promise<WrittenSnapshot> {
  let done: z.infer<typeof Summary> | undefined;
  let missed = 0;
  const run = (signal: AbortSignal) =>
    runRestic(repository, {
      args: [
        'backup',
        '--json',
        '--host',
        request.hostCode,
        '--tag',
        pointTag(request.point),
        ...request.args,
      ],
      signal,
      cwd: request.cwd,
      okExitCodes: [INCOMPLETE],
      ...(request.input && { input: request.input }),
      onStderrLine: (line) => {
        if (line.includes('"message_type":"error"')) missed += 1;
      },
      onLine: (line) => {
        const { data } = Line.safeParse(parseJsonLine(line));
        if (data?.message_type === 'summary') done = data;
        else if (data) request.progress(progressOf(data, request.cwd));
      },
    });
  await withSpace({ folder: repository.at, signal: request.signal, work: run });
  if (!done) throw new Error('restic reported no snapshot');
  return {
    snapshot: done.snapshot_id,
    files: done.total_files_processed,
    bytes: done.total_bytes_processed,
    missed,
  };
}
