import type { BootRefusal, RemoteFailure } from '@sitedeck/contract';
import type { Compatibility } from './compatibility';

/** Why an area shows no remote. */
export type RemoteCause =
  | { readonly is: 'network' | 'timeout' | 'tampered' }
  /** The server has no such file. `newer`: it has a newer console by now, which a reload would fetch. */
  | { readonly is: 'missing'; readonly newer: boolean }
  /** The file is not a valid remote: an exposed module is missing, or the script failed while it ran. */
  | { readonly is: 'broken' }
  | { readonly is: 'render' }
  /** The last page that opened it stopped answering. */
  | { readonly is: 'hang' }
  | { readonly is: 'incompatible'; readonly why: Exclude<Compatibility, 'fits'> }
  | { readonly is: 'refused'; readonly reason: BootRefusal };

/** The stage to report for a cause. The failed address shows whether it was the entry or a chunk. */
export function stageOf(cause: RemoteCause, address: string | undefined, entry: string): RemoteFailure {
  switch (cause.is) {
    case 'network':
    case 'timeout':
    case 'missing':
      return address === undefined || address.includes(entry) ? 'entry' : 'chunk';
    case 'broken':
      return 'mount';
    default:
      return cause.is;
  }
}
