import { isRefusal } from '#faults/refusal';
import { runFileVerb } from '#files/link/file-client';
import type { FileService } from '#files/link/protocol';
import { fileTarget } from '#sites/file-target';
import type { HostFacts } from '#sites/host-scope';

/** Longest time to wait for the child, ms. */
const ANSWER_MS = 10_000;

/**
 * Whether these paths below `/wwwroot` are files, in the order of the paths. A link counts, whatever it
 * points to.
 */
export const areSiteFiles =
  (service: FileService) =>
  async (host: HostFacts, paths: readonly string[]): Promise<readonly boolean[]> => {
    if (paths.length === 0) return [];
    const signal = AbortSignal.timeout(ANSWER_MS);
    const body = { path: '/wwwroot', names: [...paths] };
    const { taken } = await runFileVerb(service, fileTarget(host), { verb: 'checkUpload', body, signal });
    const files = new Set(taken.filter(({ type }) => type !== 'folder').map(({ name }) => name));
    return paths.map((path) => files.has(path));
  };

const LOGS = { php: '/logs/php-error.log', site: '/logs/error.log' } as const;

interface LogRange {
  readonly log: keyof typeof LOGS;
  /** A negative offset counts from the end. */
  readonly offset: number;
  readonly bytes: number;
}

/**
 * Part of a host's log, one character per byte; undefined if the log does not exist or ends before the
 * offset.
 */
export const logWindow =
  (service: FileService) =>
  async (
    host: HostFacts,
    { log, offset, bytes }: LogRange,
  ): Promise<{ readonly bytes: string; readonly from: number; readonly size: number } | undefined> => {
    const body = { path: LOGS[log], offset, bytes, encoding: 'latin1' } as const;
    const signal = AbortSignal.timeout(ANSWER_MS);
    try {
      const read = await runFileVerb(service, fileTarget(host), { verb: 'readWindow', body, signal });
      return { bytes: read.content, from: read.from, size: read.size };
    } catch (error) {
      if (isRefusal(error) && (error.reason === 'bad-input' || error.reason === 'no-such-file'))
        return undefined;
      throw error;
    }
  };
