import type { HostCode, Language, ServiceStatus } from '@sitedeck/contract';

/** What a node needs to know of a host to serve it: the part of its site configuration that engines read. */
export interface NodeSite {
  readonly hostCode: HostCode;
  /** uid and gid of everything that runs for the host. */
  readonly uid: number;
  readonly language: Language;
  readonly status: ServiceStatus;
  /** Bound domains, as entered or in punycode. */
  readonly domains: readonly string[];
  /** Default documents in order, names without a path. */
  readonly documents: readonly string[];
}

/** Default documents of a host that has set none, by language. */
export const DEFAULT_DOCUMENTS: Readonly<Record<Language, readonly string[]>> = {
  PHP: ['index.html', 'index.htm', 'index.php', 'default.html', 'default.htm'],
  NET: ['default.aspx', 'index.html', 'index.htm', 'default.html', 'default.htm'],
  HTML: ['index.html', 'index.htm', 'default.html', 'default.htm'],
};
