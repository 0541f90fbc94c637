import { createHash } from 'node:crypto';
import type { AccountCode, BootDocument, BootRemote, Traffic } from '@sitedeck/contract';
import type { RegistryState, RemoteState } from '../registry-state';

/**
 * A number from 0 to 99, fixed per remote and account: while a percentage grows, accounts that have the
 * version keep it.
 */
export function bucketOf(name: string, accountCode: string): number {
  return createHash('sha256').update(`${name}:${accountCode}`).digest().readUInt32BE(0) % 100;
}

/**
 * The version of a remote for an account: its pin, else the rollout if the account falls into it, else the
 * version in force.
 */
export function versionFor(name: string, traffic: Traffic, accountCode: AccountCode): string | null {
  const { current, rollout, pins } = traffic;
  const pinned = pins[accountCode];
  if (pinned !== undefined) return pinned;
  return rollout && bucketOf(name, accountCode) < rollout.percent ? rollout.version : current;
}

/** Keeps the menu entry of a refused remote, whose page says why; none of its files may be loaded. */
const refused = (remote: BootRemote, refusal: NonNullable<BootRemote['refused']>): BootRemote => ({
  ...remote,
  assets: {},
  refused: refusal,
});

function resolveOne(state: RemoteState, accountCode: AccountCode): BootRemote | undefined {
  const version = versionFor(state.name, state.traffic, accountCode);
  if (version === null) return undefined;
  const stored = state.inForce.get(version);
  if (stored) return stored;
  return state.newest && refused({ ...state.newest, version }, 'version-missing');
}

/**
 * Refuses the second remote (by name) that claims a route, so that chance does not decide which of two pages
 * opens.
 */
function withoutCollisions(remotes: readonly BootRemote[]): BootRemote[] {
  const taken = new Set<string>();
  return remotes.map((remote) => {
    if (remote.routes.some(({ path }) => taken.has(path))) return refused(remote, 'route-taken');
    for (const { path } of remote.routes) taken.add(path);
    return remote;
  });
}

export interface BootRequest {
  readonly accountCode: AccountCode;
  /** Replaces the remote of the same name. */
  readonly override?: BootRemote | undefined;
}

/** The boot document of one session. */
export function resolveBoot(
  { remotes }: RegistryState,
  { accountCode, override }: BootRequest,
): BootDocument {
  const chosen = remotes.flatMap((state) => {
    const own = resolveOne(state, accountCode);
    if (own === undefined) return [];
    return [override?.name === state.name ? override : own];
  });
  const all = withoutCollisions(chosen);
  const revision = createHash('sha256').update(JSON.stringify(all)).digest('hex').slice(0, 16);
  return { revision, remotes: all };
}
