import type { HostCode, SitePath } from '@sitedeck/contract';
import type { HostFacts } from '#sites/host-scope';
import type { HostDatabase } from '#system/mariadb/connection/server';

export interface LoginChange {
  readonly before: HostDatabase;
  readonly after: HostDatabase;
  readonly signal: AbortSignal;
}

export interface AddressChange {
  /** Host names, with a port that is not the standard one. */
  readonly names: readonly string[];
  /** What takes their place: scheme and host name, without a path. */
  readonly url: string;
  readonly signal: AbortSignal;
}

export interface ChangedFiles {
  readonly done: readonly SitePath[];
  /** Files that hold the text, and have to be changed by hand. */
  readonly left: readonly SitePath[];
}

/** Makes a site that comes from another host work on this one. Each act may be repeated. */
export interface SiteAdapter {
  /** Login of the host's database. Undefined: it has none. */
  login(hostCode: HostCode): Promise<HostDatabase | undefined>;
  /** Replaces name, user and password of the database in configuration files that hold all of them. */
  replaceLogin(host: HostFacts, change: LoginChange): Promise<ChangedFiles>;
  /** Replaces addresses in all tables. @returns the number of rows */
  replaceAddresses(host: HostFacts, change: AddressChange): Promise<number>;
}
