import type { Writable } from 'node:stream';
import type { HostCode } from '@sitedeck/contract';
import type { FileService } from '#files/link/protocol';
import type { HostFacts } from '#sites/host-scope';
import type { SiteAdapter } from '#sites/worker/adapt-site';
import type { SiteReplacer } from '#sites/worker/replace-site';
import type { SiteSettings } from '#sites/config/save-site-config';
import type { ImageContext } from '#sites/config/with-image';
import type { Db } from '#state/db';
import type { Identity } from '#system/process/identity';
import type { PublicKeyText, SigningKey } from '#system/site-image/signing-key';

/** What images need of a node's databases. */
export interface ImageDatabases {
  has(hostCode: HostCode): Promise<boolean>;
  /** Ends the output only if the dump is complete. */
  dump(
    hostCode: HostCode,
    request: { readonly output: Writable; readonly signal: AbortSignal },
  ): Promise<unknown>;
}

/** What the worker of a node needs to make and deploy images. */
export interface SiteImageTools {
  readonly db: Db;
  /** The folder of all images: only root may change it, the API may read it. */
  readonly folder: string;
  /** Mount points of read-only views of sites. */
  readonly views: string;
  /** Keys of other installations whose images are accepted. */
  readonly trusted: readonly PublicKeyText[];
  /** The key of this installation. */
  readonly key: () => Promise<SigningKey>;
  readonly rootOf: (hostCode: HostCode) => string;
  /** The owner of a host's files; undefined: all hosts share our uid. */
  readonly ownerOf: (host: Pick<HostFacts, 'uid'>) => Identity | undefined;
  readonly files: FileService;
  /** Undefined: the node has no databases. */
  readonly databases: ImageDatabases | undefined;
  readonly settings: SiteSettings;
  readonly replacer: SiteReplacer;
  /** Names of a site and PHP versions of the node, which settings are checked against. */
  readonly imageContext: (host: HostFacts) => ImageContext;
  /** Host names under which visitors reach a site, with a port that is not the standard one. */
  readonly addressesOf: (host: HostFacts) => readonly string[];
  /** Undefined: the node has no databases. */
  readonly adapter: SiteAdapter | undefined;
  /** Versions of the engines that serve the sites. */
  readonly engines: Readonly<Record<string, string>>;
  readonly now: () => number;
}
