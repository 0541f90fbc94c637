import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Engines } from '#system/engines/engines';
import { WEB_GID, type Isolation } from '#system/process/identity';
import type { NginxEngine } from '#system/nginx/engine';
import { instanceOf } from '#system/nginx/instance';
import type { SitesPlan } from '#system/nginx/sites/sites-plan';
import { phpMasterOf } from '#system/php/master';
import { POOLS_FILE, renderPools, type PoolsRendering } from '#system/php/pool-conf';
import { monoSocket, phpSocket, type Paths } from '#system/settings/paths';
import { refuse } from '#faults/refusal';
import type { NodeSite } from './site';

/** Engines of a node, their folders and settings. */
export interface NodeSetup {
  readonly places: Paths;
  readonly isolation: Isolation;
  readonly engines: Engines;
  readonly listen: readonly string[];
  readonly tlsListen: readonly string[];
  /** Port at which visitors reach TLS. */
  readonly tlsPort: number;
  readonly previewDomain: string;
  readonly reserved: readonly string[];
  /** As in `SitesPlan`. */
  readonly bodiesPerAddress: number;
  /** Bytes that the edge cache of one host may take. */
  readonly edgeBytes: number;
  /** Makes the current PHP configuration on disk serve new requests; settles when it does. */
  readonly replacePhp: () => Promise<void>;
}

const WEB_USER = 'www-data';

export const pagesFolder = (places: Paths): string => join(places.nginx.sites, 'pages');

export function sitesPlan(
  {
    places,
    engines,
    isolation,
    listen,
    tlsListen,
    tlsPort,
    previewDomain,
    reserved,
    bodiesPerAddress,
    edgeBytes,
  }: NodeSetup,
  nginx: NginxEngine,
  sites: readonly NodeSite[],
): SitesPlan {
  return {
    engine: nginx,
    instance: instanceOf(places, 'sites'),
    workerUser: isolation.is === 'separate' ? WEB_USER : undefined,
    listen,
    tlsListen,
    tlsPort,
    certificates: places.certificates,
    challenges: places.challenges,
    previewDomain,
    reserved,
    bodiesPerAddress,
    originSocket: places.originSocket,
    edge: { folder: places.edge, bytesPerHost: edgeBytes },
    hostsFolder: places.hosts,
    pagesFolder: pagesFolder(places),
    phpSocket: engines.php && ((site) => phpSocket(places, site.hostCode)),
    dotNetSocket: engines.mono && ((site) => monoSocket(places, site.hostCode)),
    sites,
  };
}

/** `inForce` as in `renderPools`. */
export function renderNodePools(
  { places, isolation }: NodeSetup,
  sites: readonly NodeSite[],
  inForce?: string,
): PoolsRendering {
  const webGroup = isolation.is === 'separate' ? WEB_GID : undefined;
  const { socket: databaseSocket } = places.mariadb;
  const master = phpMasterOf(places);
  const { phpReport: reportFolder, hosts: hostsFolder } = places;
  const plan = { ...master, hostsFolder, reportFolder, databaseSocket, webGroup, sites };
  return renderPools(plan, inForce);
}

/** The pools that php-fpm has; empty before the first. */
export const poolsInForce = (places: Paths): Promise<string> =>
  readFile(join(phpMasterOf(places).current, POOLS_FILE), 'utf8').catch(() => '');

export type RefusedPools = PoolsRendering['refused'];

/** Refuses with `config-refused` and the first reason if any host is refused. */
export function refuseFirst(engine: string, [first]: RefusedPools): void {
  if (first) refuse('config-refused', { values: { engine, detail: first.reason } });
}
