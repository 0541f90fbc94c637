import type { RemoteFailure } from '@sitedeck/contract';

/** Why a place in a portal shows no remote. The word is also the `reason` of the event `error`. */
export type EmbedFailure =
  | { readonly is: 'network' | 'tampered' | 'crashed' | 'incompatible' | 'auth-required' | 'name-mismatch' }
  | { readonly is: 'host-mismatch'; readonly host: string }
  | { readonly is: 'host-conflict'; readonly open: string }
  /** The server's words. */
  | { readonly is: 'refused'; readonly reason: string; readonly message: string };

/** What is told to the server of a failed load. */
export const stageOf = ({ is }: EmbedFailure): RemoteFailure | undefined => {
  if (is === 'network') return 'entry';
  if (is === 'tampered' || is === 'incompatible') return is;
  return is === 'crashed' ? 'mount' : undefined;
};
