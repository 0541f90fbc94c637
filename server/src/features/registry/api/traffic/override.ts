import type { BootRemote, BuiltRemote } from '@sitedeck/contract';
import type { Session } from '#sites/host-scope';
import { Refusal } from '#faults/refusal';

/** Allows every port of the developer's own machine. */
const LOOPBACK_ANY_PORT = 'http://localhost:*';

/** @param allowed exact origins, or `http://localhost:*` */
export function isAllowedOrigin(origin: string, allowed: readonly string[]): boolean {
  if (allowed.includes(origin)) return true;
  return allowed.includes(LOOPBACK_ANY_PORT) && /^http:\/\/localhost(:\d+)?$/.test(origin);
}

type Person = Pick<Session, 'claims' | 'source' | 'role' | 'credential'>;

/**
 * Only for a user to whom the provider's portal has given the claim, and not for one who acts on a customer's
 * host.
 */
export const mayOverride = ({ claims, source, role, credential }: Person): boolean =>
  credential.is === 'cookie' &&
  claims.includes('remote-override') &&
  source === 'HOST_TOKEN' &&
  role === 'USER';

/** Refuses with `override-not-allowed` or `override-origin`. */
export function checkOverride(person: Person, base: string, allowed: readonly string[]): void {
  if (!mayOverride(person)) throw new Refusal('override-not-allowed');
  const { origin } = new URL(base);
  if (!isAllowedOrigin(origin, allowed)) throw new Refusal('override-origin', { values: { origin } });
}

/** The override of a session, if its origin is still allowed. */
export function overrideOf(session: Session, allowed: readonly string[]): BootRemote | undefined {
  const { override } = session;
  if (!override || !mayOverride(session) || !isAllowedOrigin(new URL(override.base).origin, allowed))
    return undefined;
  return { ...override.built, base: override.base, override: true };
}

/** Refuses an override with a file without a hash, since that file could change at any time. */
export function checkHashes({ entry, assets }: BuiltRemote): void {
  if (!Object.hasOwn(assets, entry)) throw new Refusal('bad-input', { field: 'built.entry' });
}

/**
 * The origin that a page's address with `?override=<name>@<url>` asks about. The page may read the offered
 * remote to show its name; nothing of it runs before the user has confirmed.
 */
export function offeredOrigin(session: Session, url: string, allowed: readonly string[]): string | undefined {
  const override = new URLSearchParams(url.split('?').slice(1).join('?')).get('override');
  const base = override === null ? '' : override.slice(override.indexOf('@') + 1);
  if (!URL.canParse(base) || !mayOverride(session)) return undefined;
  const { origin } = new URL(base);
  return isAllowedOrigin(origin, allowed) ? origin : undefined;
}
