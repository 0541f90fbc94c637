import type { HostCode } from '@sitedeck/contract';
import { hostRoot, type Paths } from '#system/settings/paths';

/** A line of an engine's log as a host's owner may read it: paths begin at the host's root, others are left out. */
export const tidyLine =
  (places: Paths) =>
  ({ code }: { readonly code: HostCode }, line: string): string =>
    line.replaceAll(hostRoot(places, code), '').replaceAll(places.data, '…').replaceAll(places.run, '…');
