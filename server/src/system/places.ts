import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HostCode } from '@sitedeck/contract';
import type { Isolation } from './identity';

/** Where everything lies. `data` survives, `run` holds sockets and dies with the machine. */
export interface Places {
  readonly data: string;
  readonly run: string;
  readonly secrets: string;
  readonly logs: string;
  readonly postgresData: string;
  readonly postgresRun: string;
  readonly hosts: string;
  readonly nginx: { readonly front: string; readonly sites: string };
  readonly php: string;
  /** Copies of what other uids execute, one folder per build: `bundles/<hash>`. */
  readonly bundles: string;
  /** Versions of remotes and packages for feature teams, written by the API, read by the front door. */
  readonly registry: string;
  readonly apiSocket: string;
  readonly agentSocket: string;
  readonly filesSocket: string;
  readonly childSockets: string;
  readonly phpSockets: string;
  readonly ftp: FtpPlaces;
}

export interface FtpPlaces {
  readonly folder: string;
  /** Where the FTP server asks the API who may sign in. */
  readonly socket: string;
  /** Every host's tree once more, read-only; seen by the FTP server alone. */
  readonly readOnly: string;
  readonly pidFile: string;
}

/** A unix socket's path may not be longer (bytes, without the final NUL); longer ones are cut silently. */
export const SOCKET_PATH_MAX = 107;

function runDirectory(data: string, isolation: Isolation): string {
  const id = createHash('sha256').update(data).digest('hex').slice(0, 8);
  return isolation.is === 'separate'
    ? `/run/sitedeck-${id}`
    : join(tmpdir(), `sitedeck-${isolation.uid}-${id}`);
}

/** @param data absolute path of the data directory */
export function placesOf(data: string, isolation: Isolation): Places {
  const run = runDirectory(data, isolation);
  return {
    data,
    run,
    secrets: join(data, 'secrets'),
    logs: join(data, 'logs'),
    postgresData: join(data, 'pg'),
    postgresRun: join(run, 'pg'),
    hosts: join(data, 'hosts'),
    nginx: { front: join(data, 'nginx/front'), sites: join(data, 'nginx/sites') },
    php: join(data, 'php'),
    bundles: join(data, 'run'),
    registry: join(data, 'registry'),
    apiSocket: join(run, 'front/api.sock'),
    agentSocket: join(run, 'node/agent.sock'),
    filesSocket: join(run, 'files/parent.sock'),
    childSockets: join(run, 'fs'),
    phpSockets: join(run, 'php'),
    ftp: {
      folder: join(run, 'ftp'),
      socket: join(run, 'ftp/ask/sign-in.sock'),
      readOnly: join(run, 'ftp/read-only'),
      pidFile: join(run, 'ftp/daemon.pid'),
    },
  };
}

export const hostRoot = (places: Places, host: HostCode) => join(places.hosts, host);
export const phpSocket = (places: Places, host: HostCode) => join(places.phpSockets, `${host}.sock`);
