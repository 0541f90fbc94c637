import type { MissingToken } from '@sitedeck/sdk';
import type { RemoteCause } from '../remotes/remote-cause';

/** Why an embedded remote is not shown. Also the `reason` of the event `error`. */
export type EmbedFailure =
  | RemoteCause
  | { readonly is: 'auth-required'; readonly reason: MissingToken }
  | { readonly is: 'name-mismatch' }
  | { readonly is: 'host-mismatch'; readonly host: string }
  | { readonly is: 'host-conflict'; readonly open: string }
  /** In the server's words. */
  | { readonly is: 'denied'; readonly reason: string; readonly message: string };
