import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { HostCode } from '@sitedeck/contract';
import type { HostShares } from '#system/cage/shares/host-shares';
import type { Engines } from '#system/engines/engines';
import type { Isolation } from '#system/process/identity';
import type { NginxEngine } from '#system/nginx/engine';
import { instanceOf } from '#system/nginx/instance';
import type { SitesPlan } from '#system/nginx/sites/sites-plan';
import { phpConfiguration } from '#system/php/configuration';
import { POOLS_FILE, renderPools, type PoolsRendering } from '#system/php/pool-conf';
import { sendmailCommand } from '#system/php/sendmail';
import { monoSocket, phpDoor, phpEntrance, type Paths } from '#system/settings/paths';
import { refuse } from '#faults/refusal';
import type { NodeSite } from './site';

/** Engines of a node, their folders and settings. */
export interface NodeSetup {
  readonly places: Paths;
  readonly isolation: Isolation;
  readonly engines: Engines;
  /** Undefined where the machine has no shares. */
  readonly shares: HostShares | undefined;
  readonly listen: readonly string[];
  readonly tlsListen: readonly string[];
  /** Port at which visitors reach TLS. */
  readonly tlsPort: number;
  readonly previewDomain: string;
  readonly reserved: readonly string[];
  /** As in `SitesPlan`. */
  readonly bodiesPerAddress: number;
  /** Recipients of mail per hour of a host whose plan says nothing. */
  readonly mailsPerHour: number;
  /** Bytes that the edge cache of one host may take. */
  readonly edgeBytes: number;
  readonly php: PhpControl;
}

/** The process that starts and ends the PHP of each host. */
export interface PhpControl {
  /** Puts the PHP configuration on disk in force. Returns the hosts whose new settings are not. */
  readonly open: () => Promise<readonly { readonly hostCode: HostCode; readonly detail: string }[]>;
  /** Ends the PHP of all hosts that the configuration in force does not contain. */
  readonly endOthers: () => Promise<void>;
  /** Ends the PHP of a host; the next visitor starts it again. */
  readonly restart: (hostCode: HostCode) => Promise<void>;
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
    phpSockets:
      engines.php &&
      (({ hostCode }) => ({ entrance: phpEntrance(places, hostCode), door: phpDoor(places, hostCode) })),
    dotNetSocket: engines.mono && ((site) => monoSocket(places, site.hostCode)),
    sites,
  };
}

/** `inForce` as in `renderPools`. */
export function renderNodePools(
  { places, isolation, engines }: NodeSetup,
  sites: readonly NodeSite[],
  inForce?: string,
): PoolsRendering {
  const hasUids = isolation.is === 'separate';
  const { socket: databaseSocket } = places.mariadb;
  const { phpReport: reportFolder, hosts: hostsFolder } = places;
  const cli = engines.php?.cli;
  const sendmail = cli === undefined ? undefined : sendmailCommand({ cli, places });
  const plan = { hostsFolder, reportFolder, databaseSocket, sendmail, hasUids, sites };
  return renderPools(plan, inForce);
}

/** The pools that php-fpm has; empty before the first. */
export const poolsInForce = (places: Paths): Promise<string> =>
  readFile(join(phpConfiguration(places).current, POOLS_FILE), 'utf8').catch(() => '');

export type RefusedPools = PoolsRendering['refused'];

/** Refuses with `config-refused` and the first reason if any host is refused. */
export function refuseFirst(engine: string, [first]: RefusedPools): void {
  if (first) refuse('config-refused', { values: { engine, detail: first.reason } });
}
