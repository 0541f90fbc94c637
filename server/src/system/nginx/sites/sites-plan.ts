import type { STAGING_NAME } from '#system/site/host-entries';
import type { NodeSite } from '#system/site/site';
import type { NginxEngine } from '../engine';
import type { Instance } from '../instance';

/** Where nginx requests the PHP pages of a host. */
export interface PhpSockets {
  /** Leads to the php-fpm of the host, or to its door while none runs. */
  readonly entrance: string;
  /** Starts the php-fpm. */
  readonly door: string;
}

/** Folder of the host that a server serves. */
export type ServedTree = 'wwwroot' | typeof STAGING_NAME;

/** Input of the rendering; equal input renders equal text. */
export interface SitesPlan {
  readonly engine: NginxEngine;
  readonly instance: Instance;
  readonly workerUser: string | undefined;
  /** Addresses to listen on, like `8081` or `127.0.0.1:8081`. */
  readonly listen: readonly string[];
  /** The same for TLS. */
  readonly tlsListen: readonly string[];
  /** Folder of the sites' certificates. */
  readonly certificates: string;
  /** Port at which visitors reach TLS. */
  readonly tlsPort: number;
  /** Folder with responses to ACME challenges. */
  readonly challenges: string;
  /** Internal socket of the origin servers, to which the edge tier connects. */
  readonly originSocket: string;
  readonly edge: {
    /** Folder with the caches of all hosts. */
    readonly folder: string;
    readonly bytesPerHost: number;
  };
  readonly previewDomain: string;
  /** Names that belong to the console. */
  readonly reserved: readonly string[];
  readonly hostsFolder: string;
  readonly pagesFolder: string;
  readonly phpSockets: ((site: NodeSite) => PhpSockets) | undefined;
  readonly dotNetSocket: ((site: NodeSite) => string) | undefined;
  /** Requests with a body that one address may have in progress; 0: unlimited. */
  readonly bodiesPerAddress: number;
  readonly sites: readonly NodeSite[];
}
