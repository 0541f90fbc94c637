import type { BuiltRemote } from '@sitedeck/contract';
import type { OverrideQuery } from './override-query';

/** A manifest that hangs would hang for ever (design, "Micro-frontends"), ms. */
const TIMEOUT_MS = 4000;

export type Offer =
  | { readonly is: 'offer'; readonly built: BuiltRemote }
  /** No answer that a page may read. */
  | { readonly is: 'unreadable' }
  /** What is there is another remote, or none. */
  | { readonly is: 'mismatch' };

/** What an origin offers as a remote. The server checks the same document again, and all of it, once it is confirmed. */
export async function readOffer({ name, base }: OverrideQuery): Promise<Offer> {
  const reply = await fetch(`${base}remote.json`, {
    cache: 'no-store',
    credentials: 'omit',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => undefined);
  if (!reply?.ok) return { is: 'unreadable' };
  const built = (await reply.json().catch(() => undefined)) as BuiltRemote | undefined;
  if (built?.name !== name || typeof built.version !== 'string') return { is: 'mismatch' };
  return { is: 'offer', built };
}
