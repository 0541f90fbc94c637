import type { Traffic, TrafficChange } from '@sitedeck/contract';

/** Traffic before anything was promoted. */
export const NO_TRAFFIC: Traffic = { current: null, previous: null, rollout: null, pins: {} };

/** Versions that some account gets. */
export const versionsOf = ({ current, rollout, pins }: Traffic): string[] => [
  ...new Set([current ?? [], rollout?.version ?? [], ...Object.values(pins)].flat()),
];

export type TrafficRefusal =
  | { readonly is: 'version-unknown'; readonly version: string }
  | { readonly is: 'nothing-to-roll-back' }
  | { readonly is: 'rollout-of-current'; readonly version: string };

export type TrafficOutcome =
  | {
      readonly is: 'changed';
      readonly traffic: Traffic;
      /** The version that some account gets and did not have before; it must fit. */
      readonly goesLive: string | undefined;
    }
  | TrafficRefusal;

const changed = (traffic: Traffic, goesLive?: string): TrafficOutcome => ({
  is: 'changed',
  traffic,
  goesLive,
});

/** Gives a version to all accounts except the pinned ones, and ends a rollout. */
function putInForce(traffic: Traffic, version: string): TrafficOutcome {
  const { current, previous } = traffic;
  const before = current === version ? previous : current;
  return changed({ ...traffic, current: version, previous: before, rollout: null }, version);
}

function rollOut(traffic: Traffic, version: string, percent: number): TrafficOutcome {
  if (percent === 0) return changed({ ...traffic, rollout: null });
  if (traffic.current === version) return { is: 'rollout-of-current', version };
  return changed({ ...traffic, rollout: { version, percent } }, version);
}

function pin(traffic: Traffic, account: string, version: string | null): TrafficOutcome {
  const { [account]: _ended, ...others } = traffic.pins as Record<string, string>;
  const pins = version === null ? others : { ...others, [account]: version };
  return changed({ ...traffic, pins }, version ?? undefined);
}

/**
 * The traffic after a change, or why the change is refused. Pure: `goesLive` names the version that the
 * caller must check.
 */
export function applyChange(
  traffic: Traffic,
  change: TrafficChange,
  known: ReadonlySet<string>,
): TrafficOutcome {
  const version = change.is === 'rollback' ? traffic.previous : 'version' in change ? change.version : null;
  if (version !== null && !known.has(version)) return { is: 'version-unknown', version };
  switch (change.is) {
    case 'promote':
      return putInForce(traffic, change.version);
    case 'rollout':
      return rollOut(traffic, change.version, change.percent);
    case 'rollback':
      return traffic.previous === null
        ? { is: 'nothing-to-roll-back' }
        : putInForce(traffic, traffic.previous);
    case 'pin':
      return pin(traffic, change.accountCode, change.version);
    case 'withdraw':
      return changed({
        current: null,
        previous: traffic.current ?? traffic.previous,
        rollout: null,
        pins: {},
      });
  }
}

/** Describes a change for the history. */
export function describeChange(change: TrafficChange, after: Traffic): string {
  switch (change.is) {
    case 'promote':
      return `promote ${change.version}`;
    case 'rollout':
      return change.percent === 0 ? 'rollout ends' : `rollout ${change.version} to ${change.percent}%`;
    case 'rollback':
      return `rollback to ${after.current}`;
    case 'pin':
      return change.version === null
        ? `unpin ${change.accountCode}`
        : `pin ${change.accountCode} to ${change.version}`;
    case 'withdraw':
      return 'withdraw';
  }
}
