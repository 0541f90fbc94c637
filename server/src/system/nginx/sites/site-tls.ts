import type { NodeSite } from '#system/site/site';
import { siteCertificateFiles } from '#system/certificate/site-certificate-files';
import { conf, NOTHING, confWhen, type Conf } from '../conf';
import { tlsOffer } from '../tls-offer';
import type { NameGroup } from './name-groups';

/** Port of HTTPS addresses that need none. */
const STANDARD_TLS_PORT = 443;

/** Days of session resumption and the size of its cache: 1 MB holds about 4,000 sessions. */
export const tlsSettings: Conf = conf`${tlsOffer}
  ssl_session_cache shared:sites:16m;
  ssl_session_timeout 1d;`;

/**
 * What plain requests to names that force HTTPS get: GET and HEAD a redirect that every client follows, other methods
 * one that keeps method and body. Never for ACME challenges.
 */
export const httpsMap: Conf = conf`map $https$sd_challenge:$request_method $sd_to_https {
    default "";
    ":GET" once;
    ":HEAD" once;
    "~^:" again;
  }`;

const listenLines = (addresses: readonly string[]): readonly Conf[] =>
  addresses.map((address) => conf`listen ${address} ssl http2;`);

/** The listener of names with a certificate. */
export function tlsConf(
  { certificates, tlsListen }: { readonly certificates: string; readonly tlsListen: readonly string[] },
  { hostCode }: NodeSite,
  { certificate }: NameGroup,
): Conf {
  if (!certificate) return NOTHING;
  const files = siteCertificateFiles(certificates, hostCode, certificate.fingerprint);
  return conf`${listenLines(tlsListen)}
  ssl_certificate ${files.cert};
  ssl_certificate_key ${files.key};`;
}

/** Redirects plain requests to HTTPS; `port`: where visitors reach TLS. */
export function forceHttps({ forcesHttps }: NameGroup, port: number): Conf {
  if (!forcesHttps) return NOTHING;
  const at = confWhen(port !== STANDARD_TLS_PORT, conf`:${port}`);
  return conf`if ($sd_to_https = once) { return 301 https://$host${at}$request_uri; }
  if ($sd_to_https = again) { return 308 https://$host${at}$request_uri; }`;
}

const SECONDS_A_DAY = 86_400;

/** Whether any name of a site sends HSTS. */
export const sendsHsts = (groups: readonly NameGroup[]): boolean =>
  groups.some(({ hstsDays }) => hstsDays !== null);

/** A header of an empty value is not sent. A location with headers of its own must repeat this line. */
export const HSTS_HEADER = 'add_header Strict-Transport-Security $sd_hsts always;';

/** Sets the variable that `HSTS_HEADER` sends; over plain HTTP browsers ignore HSTS, so it stays empty. */
export function hstsConf({ hstsDays }: NameGroup): Conf {
  const age =
    hstsDays === null
      ? NOTHING
      : conf`if ($https) { set $sd_hsts ${`max-age=${hstsDays * SECONDS_A_DAY}`}; }`;
  return conf`set $sd_hsts "";
  ${age}`;
}
