import { setTimeout as sleep } from 'node:timers/promises';
import type { HostCode } from '@sitedeck/contract';

export interface RoundParts {
  /** Does the work for one host; rejects if it fails. */
  readonly work: (hostCode: HostCode) => Promise<void>;
  readonly onFailed: (hostCode: HostCode, error: unknown) => void;
  /** The other hosts wait at most this long for one host, ms. */
  readonly patienceMs: number;
}

/**
 * Does the same work for hosts one after another. A slow host is moved out of the round and served in parallel until it
 * is fast again, so it delays the others only once, and briefly.
 */
export class HostRounds {
  private readonly underWay = new Set<HostCode>();
  private readonly slow = new Set<HostCode>();

  constructor(private readonly parts: RoundParts) {}

  async round(hosts: readonly HostCode[], signal?: AbortSignal): Promise<void> {
    for (const hostCode of hosts) {
      if (signal?.aborted) return;
      if (this.underWay.has(hostCode)) continue;
      const isSlow = this.slow.has(hostCode);
      const done = this.serve(hostCode);
      if (!isSlow) await this.patiently(hostCode, done);
    }
  }

  private async serve(hostCode: HostCode): Promise<void> {
    const { work, onFailed, patienceMs } = this.parts;
    const began = performance.now();
    this.underWay.add(hostCode);
    try {
      await work(hostCode);
    } catch (error) {
      onFailed(hostCode, error);
    } finally {
      this.underWay.delete(hostCode);
      if (performance.now() - began < patienceMs) this.slow.delete(hostCode);
    }
  }

  private async patiently(hostCode: HostCode, done: Promise<void>): Promise<void> {
    const end = new AbortController();
    const { signal } = end;
    const isOver = sleep(this.parts.patienceMs, true, { signal }).catch(() => false);
    if (await Promise.race([done.then(() => false), isOver])) this.slow.add(hostCode);
    end.abort();
  }
}
