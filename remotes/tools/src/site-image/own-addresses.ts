import type { HostInfo, SiteImage } from '@sitedeck/contract';

type Addressed = Pick<HostInfo, 'domains' | 'testUrl'>;

/** Addresses of the host that visitors can use: its own domains, then the one that needs none. */
export function ownAddresses({ domains, testUrl }: Addressed): readonly string[] {
  const names = domains.filter((name) => !name.includes('*'));
  return [...names.flatMap((name) => [`https://${name}`, `http://${name}`]), new URL(testUrl).origin];
}

/** Whether an image was made of a site with other addresses. */
export const comesFromElsewhere = (
  { addresses }: Pick<SiteImage, 'addresses'>,
  { domains, testUrl }: Addressed,
): boolean =>
  addresses.length > 0 && !addresses.some((name) => name === new URL(testUrl).host || domains.includes(name));
