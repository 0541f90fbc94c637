import { Refusal } from '#faults/refusal';
import type { Exchange } from './exchange';

export interface KeyFacts {
  readonly name: string;
  readonly scopes: readonly string[];
}

export type FindKey = (key: string) => Promise<KeyFacts | undefined>;

const BEARER = /^Bearer ([\w.~+/=-]{16,512})$/;

/**
 * Whether scopes permit a call: by the scope itself, or by `remotes:<name>` if the call names that remote or
 * lists remotes.
 */
export const permitsCall = (scopes: readonly string[], scope: string, name?: string): boolean =>
  scopes.some(
    (own) =>
      own === scope ||
      (scope === 'remotes' && (name === undefined ? own.startsWith('remotes:') : own === `remotes:${name}`)),
  );

/**
 * Finds the key in an Authorization header. Refuses with `key-unknown`, or with `key-refused` if the key lacks the scope.
 */
export async function checkKey(
  header: string | undefined,
  isEnough: (scopes: readonly string[]) => boolean,
  findKey: FindKey,
): Promise<KeyFacts> {
  const given = BEARER.exec(header ?? '')?.[1];
  const key = given === undefined ? undefined : await findKey(given);
  if (!key) throw new Refusal('key-unknown');
  if (!isEnough(key.scopes)) throw new Refusal('key-refused');
  return key;
}

/** The remote in an address; checked after the gate. */
const nameIn = (params: unknown): string | undefined =>
  typeof params === 'object' && params !== null && 'name' in params ? String(params.name) : undefined;

/** The gate of the provider's listener. Each call needs one scope; a call without a scope is refused. */
export function makeProviderGate(findKey: FindKey): (exchange: Exchange) => Promise<void> {
  return async (exchange) => {
    const { call } = exchange.bound;
    if (call.access !== 'provider' || call.scope === undefined) throw new Refusal('key-refused');
    const { scope } = call;
    const { headers, params } = exchange.raw.request;
    const isEnough = (scopes: readonly string[]) => permitsCall(scopes, scope, nameIn(params));
    const key = await checkKey(headers.authorization, isEnough, async (given) => {
      const found = await findKey(given);
      // Set before the scopes are checked, so that the log of a refusal names the key.
      if (found) exchange.key = found.name;
      return found;
    });
    exchange.identify('key', key.name);
    exchange.scopes = key.scopes;
  };
}
