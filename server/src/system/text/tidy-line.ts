import type { HostCode } from '@sitedeck/contract';
import { hostRoot, type Places } from '#system/settings/places';

/** A line of an engine's log as a host's owner may read it: paths begin at the host's root, others are left out. */
export const tidyLine =
  (places: Places) =>
  ({ code }: { readonly code: HostCode }, line: string): string =>
    line.replaceAll(hostRoot(places, code), '').replaceAll(places.data, '…').replaceAll(places.run, '…');
