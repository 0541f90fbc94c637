import { REMOTE_KEPT_MS, REMOTE_KEPT_VERSIONS, type Traffic } from '@sitedeck/contract';
import { versionsOf } from '../traffic/traffic';

export interface Collectable {
  /** Newest first. */
  readonly versions: readonly string[];
  readonly traffic: Traffic;
  /** Oldest first. */
  readonly history: readonly { readonly at: Date; readonly document: Traffic }[];
  readonly now: number;
}

export interface Collection {
  readonly removed: string[];
  readonly kept: { readonly version: string; readonly why: string }[];
}

/** Versions that some account got since that time: open pages may still request their files. */
function inForceSince(history: Collectable['history'], since: number): Set<string> {
  const within = history.filter(({ at }) => at.getTime() > since);
  const atStart = history.filter(({ at }) => at.getTime() <= since).at(-1);
  return new Set([...(atStart ? [atStart] : []), ...within].flatMap(({ document }) => versionsOf(document)));
}

/** Which versions can be removed, and why the others stay. */
export function planCollection({ versions, traffic, history, now }: Collectable): Collection {
  const served = new Set(versionsOf(traffic));
  const newest = new Set(versions.slice(0, REMOTE_KEPT_VERSIONS));
  const recent = inForceSince(history, now - REMOTE_KEPT_MS);
  const whyKept = (version: string): string | undefined => {
    if (served.has(version)) return 'in force';
    if (traffic.previous === version) return 'rollback returns to it';
    if (newest.has(version)) return `among the newest ${REMOTE_KEPT_VERSIONS}`;
    return recent.has(version) ? 'in force in the last 7 days' : undefined;
  };
  const judged = versions.map((version) => ({ version, why: whyKept(version) }));
  return {
    removed: judged.filter(({ why }) => why === undefined).map(({ version }) => version),
    kept: judged.flatMap(({ version, why }) => (why === undefined ? [] : [{ version, why }])),
  };
}
