import type { BootRemote, PublicConfig } from '@sitedeck/contract';

/** Of the console's own origins the one that was asked: the addresses in the reply must be reachable from where the portal asked. */
export function ownOrigin(origins: readonly string[], host: string | undefined): string {
  const asked = origins.find((origin) => new URL(origin).host === host);
  return asked ?? origins[0] ?? '';
}

/** Addresses that hold on another origin's page. */
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
