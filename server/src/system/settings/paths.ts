import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HostCode } from '@sitedeck/contract';
import type { Isolation } from '#system/process/identity';

/** Paths of all files. `data` survives a reboot; `run` contains sockets and does not. */
export interface Paths {
  readonly data: string;
  readonly run: string;
  readonly secrets: string;
  readonly logs: string;
  readonly postgresData: string;
  readonly postgresRun: string;
  readonly mariadb: MariadbPaths;
  /** Copies of databases before they are changed: `<host>/<task>.sql.zst`. Only root reads them. */
  readonly safety: string;
  readonly hosts: string;
  /** Images of sites, a folder per host. Only root may change them; the API reads them. */
  readonly images: string;
  /** The app catalogue of this installation, unless the operator names another one. */
  readonly catalogue: string;
  /** Packages of apps that were fetched. Only root may enter. */
  readonly appPackages: string;
  /** Which files of each host the last scan found clean. Only root may enter. */
  readonly scans: string;
  /** Files that the scanner judges now; empty between scans. */
  readonly scanBatch: string;
  /** Files that were moved out of sites, a folder per host. Only root may enter. */
  readonly quarantine: string;
  /** Certificates of sites with their private keys, and keys of ACME accounts. Only root may enter. */
  readonly certificates: string;
  /** Files that the sites' web server answers ACME challenges with, the same for every name. */
  readonly challenges: string;
  /** Pages that the edge cache keeps, two folders per host. Only root and nginx's workers may enter. */
  readonly edge: string;
  /** Where the edge tier asks the sites' own servers. */
  readonly originSocket: string;
  readonly nginx: { readonly front: string; readonly sites: string };
  readonly php: string;
  /** Mono's configuration. */
  readonly mono: string;
  /** Copies of programs that other uids execute, one folder per build: `bundles/<hash>`. */
  readonly bundles: string;
  /** Versions of remotes and packages for feature teams, written by the API, read by the front door. */
  readonly registry: string;
  readonly apiSocket: string;
  /** Provider API for programs on this machine; opened by the supervisor. */
  readonly adminSocket: string;
  readonly workerSocket: string;
  readonly filesSocket: string;
  /** Sockets on which the worker answers questions about backups, and sends their bytes. */
  readonly backupSocket: string;
  readonly backupBytes: string;
  readonly childSockets: string;
  /** Sockets of the hosts' PHP: the one that nginx requests, and those of each php-fpm behind it. */
  readonly phpSockets: string;
  /** A folder per host with the configuration of its php-fpm, which only that host can read. */
  readonly phpHosts: string;
  /** Socket for the worker's requests to the PHP process; only root can enter its folder. */
  readonly phpControl: string;
  /** Marks hosts over their disk quota; only root can enter. */
  readonly fullHosts: string;
  /** A folder that every PHP pool may read. */
  readonly phpReport: string;
  /** Sockets on which the worker hands bytes over to the hosts' children. */
  readonly handover: string;
  /** Sockets on which nginx requests the .NET pages of each host. */
  readonly monoSockets: string;
  /** Sockets of the hosts' .NET servers; no other user may enter. */
  readonly monoServers: string;
  readonly mail: MailPaths;
  readonly ftp: FtpPaths;
  readonly tool: AdminToolPaths;
}

/** Paths of the admin tool for databases. */
export interface AdminToolPaths {
  /** Folder with the configuration of the admin tool's php-fpm. */
  readonly folder: string;
  /** Its sessions and incomplete forms; no other user may enter. */
  readonly own: string;
  /** Tickets that were issued and not used yet. */
  readonly tickets: string;
  readonly socket: string;
  readonly pidFile: string;
}

/** Paths of the mail that sites send. */
export interface MailPaths {
  /** A folder per host, which only that host can enter, with the socket that takes its mail. */
  readonly sockets: string;
  /** Folder of the program that PHP sends mail with; every host can read it. */
  readonly program: string;
  /** Socket that the supervisor connects to, to find out whether the mail process takes mail. */
  readonly alive: string;
  /** Says whether port 25 of other machines is closed to hosts. */
  readonly direct: string;
  /** Folder of what the mail process keeps and reads. */
  readonly folder: string;
  /** The hosts that may send, and how much. */
  readonly hosts: string;
  /** One file per host: how much it has sent. The API reads them. */
  readonly counts: string;
  /** Messages that have not arrived completely. */
  readonly spool: string;
}

export interface MariadbPaths {
  readonly data: string;
  /** Folder of the socket, which the sites of every host can reach. */
  readonly run: string;
  readonly socket: string;
  /** Files with passwords for the engine's own programs; beside `run`, which cages show. */
  readonly options: string;
  /** The engine's certificate, in a folder that it can read. */
  readonly tls: string;
}

export interface FtpPaths {
  readonly folder: string;
  /** Socket on which the FTP server asks the API about sign-ins. */
  readonly socket: string;
  /** A read-only view of every host's tree, visible only to the FTP server. */
  readonly readOnly: string;
  /** One file per host: the locks on it count the host's sessions. Only root may enter. */
  readonly slots: string;
  readonly pidFile: string;
}

/** Longest path of a unix socket, in bytes without the final NUL; longer ones are cut silently. */
export const SOCKET_PATH_MAX = 107;

function runDirectory(data: string, isolation: Isolation): string {
  const id = createHash('sha256').update(data).digest('hex').slice(0, 8);
  return isolation.is === 'separate'
    ? `/run/sitedeck-${id}`
    : join(tmpdir(), `sitedeck-${isolation.uid}-${id}`);
}

/** Limits of single hosts. Only root may read it. */
export const hostLimitsFile = (data: string): string => join(data, 'host-limits.json');

/** @param data absolute path of the data directory */
export function pathsOf(data: string, isolation: Isolation): Paths {
  const run = runDirectory(data, isolation);
  return {
    data,
    run,
    secrets: join(data, 'secrets'),
    logs: join(data, 'logs'),
    postgresData: join(data, 'pg'),
    postgresRun: join(run, 'pg'),
    mariadb: {
      data: join(data, 'mariadb'),
      run: join(run, 'mariadb'),
      socket: join(run, 'mariadb/mariadb.sock'),
      options: join(run, 'mariadb-options'),
      tls: join(data, 'mariadb-tls'),
    },
    safety: join(data, 'safety'),
    hosts: join(data, 'hosts'),
    images: join(data, 'images'),
    scans: join(data, 'scans'),
    quarantine: join(data, 'quarantine'),
    scanBatch: join(data, 'scan-batch'),
    catalogue: join(data, 'catalogue'),
    appPackages: join(data, 'app-packages'),
    certificates: join(data, 'certificates'),
    challenges: join(data, 'challenges'),
    edge: join(data, 'edge'),
    originSocket: join(run, 'edge/origin.sock'),
    nginx: { front: join(data, 'nginx/front'), sites: join(data, 'nginx/sites') },
    php: join(data, 'php'),
    mono: join(data, 'mono'),
    bundles: join(data, 'run'),
    registry: join(data, 'registry'),
    apiSocket: join(run, 'front/api.sock'),
    adminSocket: join(run, 'provider/admin.sock'),
    workerSocket: join(run, 'node/agent.sock'),
    filesSocket: join(run, 'files/parent.sock'),
    backupSocket: join(run, 'node/backup.sock'),
    backupBytes: join(run, 'node/bytes.sock'),
    childSockets: join(run, 'fs'),
    phpSockets: join(run, 'php'),
    phpHosts: join(run, 'php-hosts'),
    fullHosts: join(run, 'full-hosts'),
    phpControl: join(run, 'php-control/control.sock'),
    phpReport: join(data, 'php-report'),
    handover: join(run, 'hand'),
    monoSockets: join(run, 'mono'),
    monoServers: join(run, 'mono-own'),
    mail: {
      sockets: join(run, 'mail'),
      program: join(run, 'mail-program'),
      alive: join(run, 'mail-own/alive.sock'),
      direct: join(run, 'mail-direct'),
      folder: join(data, 'mail'),
      hosts: join(data, 'mail/hosts.json'),
      counts: join(data, 'mail/counts'),
      spool: join(data, 'mail/spool'),
    },
    ftp: {
      folder: join(run, 'ftp'),
      socket: join(run, 'ftp/ask/sign-in.sock'),
      readOnly: join(run, 'ftp/read-only'),
      slots: join(run, 'ftp/slots'),
      pidFile: join(run, 'ftp/daemon.pid'),
    },
    tool: {
      folder: join(data, 'admin-tool'),
      own: join(run, 'tool-own'),
      tickets: join(run, 'tool-tickets'),
      socket: join(run, 'tool/php.sock'),
      pidFile: join(run, 'tool/master.pid'),
    },
  };
}

/** Where the node's responses to ACME challenges lie: one file per token. */
export const challengeFolder = (challenges: string) => join(challenges, '.well-known/acme-challenge');

export const hostRoot = (places: Paths, host: HostCode) => join(places.hosts, host);
/** Leads to the php-fpm of a host while one runs, and to its door otherwise. */
export const phpEntrance = (places: Paths, host: HostCode) => join(places.phpSockets, `${host}.sock`);
/** Always reaches the PHP process, which starts the php-fpm of a host. */
export const phpDoor = (places: Paths, host: HostCode) => join(places.phpSockets, `${host}.door`);

/** Folder of a host's socket for mail. */
export const mailFolder = (places: Paths, host: HostCode) => join(places.mail.sockets, host);
export const MAIL_SOCKET = 'mail.sock';

export const monoSocket = (places: Paths, host: HostCode) => join(places.monoSockets, `${host}.sock`);

/** Where the app catalogue is: a folder or an address. */
export const cataloguePlace = (
  settings: { readonly APP_CATALOGUE?: string | undefined },
  places: Paths,
): string => settings.APP_CATALOGUE ?? places.catalogue;
