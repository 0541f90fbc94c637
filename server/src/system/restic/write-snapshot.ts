import { once } from 'node:events';
import { PassThrough, type Writable } from 'node:stream';
import { z } from 'zod';
import type { HostCode, TaskCounts } from '@sitedeck/contract';
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

/** File name of the dump in its snapshot. */
export const DUMP_NAME = 'database.sql';

export interface StreamRequest {
  readonly hostCode: HostCode;
  readonly point: number;
  readonly signal: AbortSignal;
  readonly progress: (progress: TaskCounts) => void;
  /** Writes everything to `output` and ends it; rejects if it is incomplete. */
  readonly produce: (output: Writable) => Promise<void>;
}

/**
 * Backs up a stream as one file. If the producer fails, restic is killed before it can take the input as
 * complete.
 */
export async function backUpStream(repository: Repository, request: StreamRequest): Promise<WrittenSnapshot> {
  const { hostCode, point, signal, progress, produce } = request;
  return writeSnapshot(repository, {
    ...{ hostCode, point, signal },
    cwd: '/',
    args: ['--stdin', '--stdin-filename', DUMP_NAME],
    progress: ({ bytes }) => progress({ ...(bytes !== undefined && { bytes }), current: DUMP_NAME }),
    input: async (into) => {
      const between = new PassThrough();
      const produced = produce(between);
      produced.catch((error: unknown) =>
        between.destroy(error instanceof Error ? error : new Error('stopped')),
      );
      for await (const piece of between as AsyncIterable<Buffer>) {
        if (!into.write(piece)) await Promise.race([once(into, 'drain'), once(into, 'close')]);
      }
      await produced;
    },
  });
}
