import { once } from 'node:events';
import { PassThrough, type Writable } from 'node:stream';
import type { HostCode, TaskCounts } from '@sitedeck/contract';
import { writeSnapshot, type WrittenSnapshot } from './write-snapshot';
import type { Repository } from './repository';

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
