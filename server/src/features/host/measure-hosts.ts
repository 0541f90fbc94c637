import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { HostCode } from '@sitedeck/contract';
import { nextToMeasure, storeDiskUsage } from '../../sites/disk-usage';
import type { HostFacts } from '../../sites/host-scope';
import type { Db } from '../../state/db';
import type { Measured } from '../../system/files/protocol';

/** Nothing is due: looks again after this time, ms. */
const LOOK_MS = 10_000;
/** Rests this many times as long as the last one took, so that a disk is busy with it a fifth of the time at most. */
const REST = 4;
/** A tree that takes longer is left for another time, ms. */
const LIMIT_MS = 10 * 60_000;
/** A host that could not be measured is left alone for this time, ms. */
const FAILED_MS = 10 * 60_000;

export interface MeasureParts {
  readonly db: Db;
  readonly node: string;
  readonly now: () => number;
  readonly log: Logger;
  readonly measure: (host: HostFacts, signal: AbortSignal) => Promise<Measured>;
}

/** Measures what is due, one host after another. */
export class HostMeasuring {
  private readonly failed = new Map<HostCode, number>();

  constructor(private readonly parts: MeasureParts) {}

  /** Measures one host; false where none is due. */
  async one(signal: AbortSignal): Promise<boolean> {
    const { db, node, now, log } = this.parts;
    for (const [hostCode, at] of this.failed) if (now() - at > FAILED_MS) this.failed.delete(hostCode);
    const host = await nextToMeasure(db, { node, now: now(), except: [...this.failed.keys()] });
    if (!host) return false;
    const measuredAt = new Date(now());
    try {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]);
      const size = await this.parts.measure(host, limit);
      await storeDiskUsage(db, host.code, { ...size, measuredAt });
    } catch (err) {
      if (signal.aborted) throw err;
      this.failed.set(host.code, now());
      log.warn({ err, host: host.code }, 'disk usage not measured');
    }
    return true;
  }
}

/** Measures the hosts of a node for as long as it runs. Resolves once what is under way has ended. */
export function keepMeasuring(parts: MeasureParts): { stop(): Promise<void> } {
  const measuring = new HostMeasuring(parts);
  const end = new AbortController();
  const { signal } = end;
  const loop = async (): Promise<void> => {
    while (!signal.aborted) {
      const began = performance.now();
      const worked = await measuring.one(signal).catch((err: unknown) => {
        if (!signal.aborted) parts.log.warn({ err }, 'disk usage not looked after');
        return false;
      });
      const rest = worked ? REST * (performance.now() - began) : LOOK_MS;
      await sleep(rest, undefined, { signal }).catch(() => undefined);
    }
  };
  const done = loop();
  return {
    stop: async () => {
      end.abort();
      await done;
    },
  };
}
