import { setTimeout as sleep } from 'node:timers/promises';
import type { HostCode } from '@sitedeck/contract';

export interface HostSweepParts {
  /** Does the work for one host; rejects if it fails. */
  readonly work: (hostCode: HostCode) => Promise<void>;
  readonly onFailed: (hostCode: HostCode, error: unknown) => void;
  /** The other hosts wait at most this long for one host, ms. */
  readonly maxWaitMs: number;
}

/**
 * Does the same work for hosts one after another. A slow host is moved out of the round and served in parallel until it
 * is fast again, so it delays the others only once, and briefly.
 */
export class HostSweep {
  private readonly running = new Set<HostCode>();
  private readonly slow = new Set<HostCode>();

  constructor(private readonly parts: HostSweepParts) {}

  async run(hosts: readonly HostCode[], signal?: AbortSignal): Promise<void> {
    for (const hostCode of hosts) {
      if (signal?.aborted) return;
      if (this.running.has(hostCode)) continue;
      const isSlow = this.slow.has(hostCode);
      const done = this.serve(hostCode);
      if (!isSlow) await this.waitBriefly(hostCode, done);
    }
  }

  private async serve(hostCode: HostCode): Promise<void> {
    const { work, onFailed, maxWaitMs: patienceMs } = this.parts;
    const began = performance.now();
    this.running.add(hostCode);
    try {
      await work(hostCode);
    } catch (error) {
      onFailed(hostCode, error);
    } finally {
      this.running.delete(hostCode);
      if (performance.now() - began < patienceMs) this.slow.delete(hostCode);
    }
  }

  private async waitBriefly(hostCode: HostCode, done: Promise<void>): Promise<void> {
    const end = new AbortController();
    const { signal } = end;
    const isOver = sleep(this.parts.maxWaitMs, true, { signal }).catch(() => false);
    if (await Promise.race([done.then(() => false), isOver])) this.slow.add(hostCode);
    end.abort();
  }
}
