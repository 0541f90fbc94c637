import type { HostCode, Language, ServiceStatus, SiteConfig } from '@sitedeck/contract';

/** What a node needs to know about a host to serve it: its site configuration and other properties. */
export interface NodeSite extends SiteConfig {
  readonly hostCode: HostCode;
  /** uid and gid of all processes of the host. */
  readonly uid: number;
  readonly status: ServiceStatus;
  /** Bound domains, as entered or in punycode. */
  readonly domains: readonly string[];
  /** Its certificates, the valid and newest first: a name gets the first one that covers it. */
  readonly certificates: readonly SiteCertificate[];
  /** Whether its product has the edge cache; each domain switches it on. */
  readonly hasCdn: boolean;
  /** What its programs may send. */
  readonly mail: SiteMail;
  /** Its staging copy, if it is served. */
  readonly staging?: SiteStaging | undefined;
  /** Why its configuration can't be read: the engines then keep its last good one. */
  readonly unfit?: string | undefined;
}

export interface SiteStaging {
  /** A line of a password file for the web server: user name and hashed password. */
  readonly login: string;
}

export interface SiteMail {
  /** Recipients per hour; null: what the installation permits by default. */
  readonly perHour: number | null;
  /** Primary domain, or the oldest; undefined without domains. */
  readonly domain: string | undefined;
}

/** A certificate of a site, as its web server needs it. */
export interface SiteCertificate {
  /** Names that it covers, in punycode; a wildcard begins with `*.`. */
  readonly names: readonly string[];
  /** SHA-256 of the certificate, hex: names the folder of its files. */
  readonly fingerprint: string;
}

/** Default documents of a host that has not set any, by language. */
export const DEFAULT_DOCUMENTS: Readonly<Record<Language, readonly string[]>> = {
  PHP: ['index.html', 'index.htm', 'index.php', 'default.html', 'default.htm'],
  NET: ['default.aspx', 'index.html', 'index.htm', 'default.html', 'default.htm'],
  HTML: ['index.html', 'index.htm', 'default.html', 'default.htm'],
};
