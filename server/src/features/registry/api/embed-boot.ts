import type { BootRemote, PublicConfig } from '@sitedeck/contract';

/**
 * The console's own origin that the portal requested, since the addresses in the reply must be reachable from
 * there.
 */
export function ownOrigin(origins: readonly string[], host: string | undefined): string {
  const asked = origins.find((origin) => new URL(origin).host === host);
  return asked ?? origins[0] ?? '';
}

/** Makes an address absolute, so that it works in another origin's page. */
export const absolute = (address: string, origin: string): string => new URL(address, origin).href;

export const embedRemote = (remote: BootRemote, origin: string): BootRemote => ({
  ...remote,
  base: absolute(remote.base, origin),
});

export const embedConfig = (config: PublicConfig, origin: string): PublicConfig => ({
  ...config,
  apiBase: absolute(config.apiBase, origin),
  fileServiceBase: absolute(config.fileServiceBase, origin),
});
