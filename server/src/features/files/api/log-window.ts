import type { HostFacts } from '#sites/host-scope';
import { fileVerb, type FileService } from '#files/link/protocol';
import { isRefusal } from '#faults/refusal';
import { fileTarget } from '#sites/file-target';

const FILES = { php: '/logs/php-error.log', site: '/logs/error.log' } as const;

interface Wish {
  readonly log: keyof typeof FILES;
  /** Negative: from the end. */
  readonly offset: number;
  readonly bytes: number;
}

/** Part of a log of a host, every byte a character; undefined where it ends before the offset, or is not there. */
export const logWindow =
  (service: FileService) =>
  async (
    host: HostFacts,
    { log, offset, bytes }: Wish,
  ): Promise<{ readonly bytes: string; readonly from: number; readonly size: number } | undefined> => {
    const body = { path: FILES[log], offset, bytes, encoding: 'latin1' } as const;
    const signal = AbortSignal.timeout(10_000);
    try {
      const read = await fileVerb(service, fileTarget(host), { verb: 'readWindow', body, signal });
      return { bytes: read.content, from: read.from, size: read.size };
    } catch (error) {
      if (isRefusal(error) && (error.reason === 'bad-input' || error.reason === 'no-such-file'))
        return undefined;
      throw error;
    }
  };
