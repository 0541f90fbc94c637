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

/** The remote that an origin offers. After confirmation the server checks the complete document again. */
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
