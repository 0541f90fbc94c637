import type { Logger } from 'pino';
import type { HostCode } from '@sitedeck/contract';
import { nextToMeasure, storeDiskUsage } from '#sites/disk-usage';
import type { HostFacts } from '#sites/host-scope';
import type { Db } from '#state/db';
import type { TreeSize } from '#files/link/protocol';

/** The other trees wait at most this long for one tree, ms. */
const PATIENCE_MS = 20_000;
/** Gives up on a slow tree after this time and tries it again later, ms. */
const LIMIT_MS = 2 * 3600_000;
/** Pause before a host that could not be measured is tried again, ms. */
const FAILED_MS = 10 * 60_000;

export interface MeasureParts {
  readonly db: Db;
  readonly node: string;
  readonly now: () => number;
  readonly log: Logger;
  readonly measure: (host: HostFacts, signal: AbortSignal) => Promise<TreeSize>;
  readonly patienceMs?: number;
}

/** Measures due hosts in two parallel series: hosts with slow trees in one, all others in the other. */
export class HostMeasuring {
  private readonly failed = new Map<HostCode, number>();
  /** Hosts with slow trees, the most recently measured one last. */
  private readonly large = new Set<HostCode>();

  constructor(private readonly parts: MeasureParts) {}

  /** Measures one host; false if none is due. */
  async measureNext(signal: AbortSignal): Promise<boolean> {
    const { patienceMs = PATIENCE_MS } = this.parts;
    const host = await this.next({ except: [...this.large] });
    if (!host) return false;
    if ((await this.measure(host, patienceMs, signal)) === 'too-long') this.large.add(host.code);
    return true;
  }

  /** Measures one slow tree; false if none is due. */
  async measureNextLarge(signal: AbortSignal): Promise<boolean> {
    const { patienceMs = PATIENCE_MS } = this.parts;
    for (const only of [...this.large]) {
      const host = await this.next({ except: [], only });
      if (!host) continue;
      this.large.delete(only);
      const began = performance.now();
      const ended = await this.measure(host, LIMIT_MS, signal);
      if (ended !== 'done' || performance.now() - began > patienceMs) this.large.add(only);
      if (ended === 'too-long') this.failed.set(only, this.parts.now());
      return true;
    }
    return false;
  }

  private next({ except, only }: { readonly except: readonly HostCode[]; readonly only?: HostCode }) {
    const { db, node, now } = this.parts;
    for (const [hostCode, at] of this.failed) if (now() - at > FAILED_MS) this.failed.delete(hostCode);
    return nextToMeasure(db, {
      ...{ node, now: now(), except: [...this.failed.keys(), ...except] },
      ...(only !== undefined && { only }),
    });
  }

  private async measure(
    host: HostFacts,
    limitMs: number,
    signal: AbortSignal,
  ): Promise<'done' | 'failed' | 'too-long'> {
    const { db, now, log } = this.parts;
    const measuredAt = new Date(now());
    const limit = AbortSignal.timeout(limitMs);
    try {
      const size = await this.parts.measure(host, AbortSignal.any([signal, limit]));
      await storeDiskUsage(db, host.code, { ...size, measuredAt });
      return 'done';
    } catch (err) {
      if (signal.aborted) throw err;
      log.warn({ err, host: host.code }, 'disk usage not measured');
      if (limit.aborted) return 'too-long';
      this.failed.set(host.code, now());
      return 'failed';
    }
  }
}
