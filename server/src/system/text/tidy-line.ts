import type { HostCode } from '@sitedeck/contract';
import { hostRoot, type Paths } from '#system/settings/paths';

/**
 * Prepares a line of an engine's log for a host's owner: paths begin at the host's root, other paths are
 * removed.
 */
export const tidyLine =
  (places: Paths) =>
  ({ code }: { readonly code: HostCode }, line: string): string =>
    line.replaceAll(hostRoot(places, code), '').replaceAll(places.data, '…').replaceAll(places.run, '…');
