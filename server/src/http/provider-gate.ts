import { Refusal } from '../system/refusal';
import type { Visit } from './visit';

export interface KeyFacts {
  readonly name: string;
  readonly scopes: readonly string[];
}

export type FindKey = (key: string) => Promise<KeyFacts | undefined>;

const BEARER = /^Bearer ([\w.~+/=-]{16,512})$/;

/** The key of an Authorization header. Refuses key-unknown, and key-refused where it lacks the scope. */
export async function checkKey(
  header: string | undefined,
  scope: string,
  findKey: FindKey,
): Promise<KeyFacts> {
  const given = BEARER.exec(header ?? '')?.[1];
  const key = given === undefined ? undefined : await findKey(given);
  if (!key) throw new Refusal('key-unknown');
  if (!key.scopes.includes(scope)) throw new Refusal('key-refused');
  return key;
}

/** The gate of the provider's listener: default-deny, one scope for each call. */
export function makeProviderGate(findKey: FindKey): (visit: Visit) => Promise<void> {
  return async (visit) => {
    const { call } = visit.bound;
    if (call.access !== 'provider' || call.scope === undefined) throw new Refusal('key-refused');
    await checkKey(visit.raw.request.headers.authorization, call.scope, async (given) => {
      const key = await findKey(given);
      // Before its scopes are looked at: a refusal is written down under its name.
      if (key) visit.key = key.name;
      return key;
    });
  };
}
