import type { HostCode } from '@sitedeck/contract';
import type { FileService } from '#files/link/protocol';
import type { HostFacts } from '#sites/host-scope';
import type { SiteSettings } from '#sites/config/save-site-config';
import type { CageMachine } from '#sites/worker/caged-command';
import type { SiteReplacer } from '#sites/worker/replace-site';
import type { Db } from '#state/db';
import type { CatalogueSource } from '#system/apps/catalogue-source';
import type { SitesAddress } from '#system/edge/fetch-page';
import type { HostDatabase } from '#system/mariadb/connection/server';
import type { PublicKeyText } from '#system/site-image/signing-key';

/** What apps need of a node's databases. */
export interface AppDatabases {
  has(hostCode: HostCode): Promise<boolean>;
  /** Name of the database, and the user that owns it. */
  access(hostCode: HostCode): Promise<HostDatabase>;
  /** Tables and views whose names begin with the prefix. */
  tablesWith(hostCode: HostCode, prefix: string): Promise<readonly string[]>;
  /** Removes them; it does not matter whether one refers to another. */
  dropTablesWith(hostCode: HostCode, prefix: string): Promise<void>;
}

/** Time limits, ms. */
export interface AppLimits {
  /** Of a setup program. */
  readonly setupMs: number;
  /** Of all requests to a site that is examined, together. */
  readonly examinationMs: number;
}
export const APP_LIMITS: AppLimits = { setupMs: 10 * 60_000, examinationMs: 20_000 };

/** What the worker of a node needs to install apps. */
export interface AppTools {
  readonly db: Db;
  /** Packages that were fetched, by their SHA-256; only root may enter. */
  readonly packages: string;
  readonly source: CatalogueSource;
  /** Keys of publishers, and of this installation, whose packages are accepted. */
  readonly trusted: () => Promise<readonly PublicKeyText[]>;
  readonly rootOf: (hostCode: HostCode) => string;
  readonly files: FileService;
  /** Undefined: the node has no databases. */
  readonly databases: AppDatabases | undefined;
  /** Name under which programs of hosts reach the database. */
  readonly databaseHost: string;
  /** Undefined: setup programs can't be run. */
  readonly cages: CageMachine | undefined;
  /** PHP on the command line; undefined if it is not installed. */
  readonly php: string | undefined;
  readonly limits: AppLimits;
  readonly replacer: SiteReplacer;
  readonly settings: SiteSettings;
  /** URL of a host's site that works without a domain, without a slash at its end. */
  readonly addressOf: (host: HostFacts) => string;
  /** The node's own web server. */
  readonly sites: SitesAddress;
}
