import type { Settings } from './settings';

const LETS_ENCRYPT_HOST = /(^|\.)letsencrypt\.org$/;

/** Names of the certificate authority in CAA records; empty: unknown. */
export function acmeIdentities({ ACME_DIRECTORY_URL, ACME_CAA }: Settings): readonly string[] {
  if (ACME_CAA.length > 0) return ACME_CAA.map((name) => name.toLowerCase());
  const host = ACME_DIRECTORY_URL === undefined ? '' : new URL(ACME_DIRECTORY_URL).hostname;
  return LETS_ENCRYPT_HOST.test(host) ? ['letsencrypt.org'] : [];
}

/** The certificate authority as owners know it; undefined without ACME. */
export function acmeName({ ACME_DIRECTORY_URL }: Settings): string | undefined {
  if (ACME_DIRECTORY_URL === undefined) return undefined;
  const { hostname } = new URL(ACME_DIRECTORY_URL);
  return LETS_ENCRYPT_HOST.test(hostname) ? "Let's Encrypt" : hostname;
}
