import { once } from 'node:events';
import { PassThrough, type Writable } from 'node:stream';
import type { HostCode, TaskProgress } from '@sitedeck/contract';
import { writeSnapshot, type Written } from './backup-run';
import type { Repository } from './repository';

/** Name of the dump inside its snapshot. */
export const DUMP_NAME = 'database.sql';

export interface StreamWish {
  readonly hostCode: HostCode;
  readonly point: number;
  readonly signal: AbortSignal;
  readonly progress: (progress: TaskProgress) => void;
  /** Writes all of it and ends; rejects where what was written is not all. */
  readonly produce: (output: Writable) => Promise<void>;
}

/**
 * Backs up what a producer writes. Half of it is never taken for all: where the producer fails the engine is killed before
 * it sees an end.
 */
export async function backUpStream(repository: Repository, wish: StreamWish): Promise<Written> {
  const { hostCode, point, signal, progress, produce } = wish;
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
