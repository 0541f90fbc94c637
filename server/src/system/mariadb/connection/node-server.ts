import { readFile } from 'node:fs/promises';
import type { Engines } from '#system/engines/engines';
import { mariadbIdentity, type Isolation } from '#system/process/identity';
import type { Paths } from '#system/settings/paths';
import { databaseAddress } from '#system/settings/host-addresses';
import type { Settings } from '#system/settings/settings';
import { ownSecret } from '#system/settings/secrets';
import { findDump } from '../instance/engine';
import { ADMIN } from '../instance/instance';
import type { ServerAddress } from './connection';
import { ADMIN_SECRET } from '../instance/plan';
import type { DatabaseServer } from './server';

/**
 * If the disk is too full for the engine's log, the engine stops, and every site with it. So the engine
 * reserves more free space than other parts, bytes.
 */
const DISK_SPARE = 512 * 1024 * 1024;

interface NodeParts {
  readonly settings: Settings;
  readonly places: Paths;
  readonly isolation: Isolation;
  readonly engines: Pick<Engines, 'mariadb'>;
}

async function remoteAddress(url: URL, settings: Settings): Promise<ServerAddress> {
  const ca = url.searchParams.get('ca');
  const tls = ca !== null || url.searchParams.get('tls') === '1';
  const authority = ca === null ? {} : { ca: await readFile(ca, 'utf8') };
  return { is: 'tcp', ...databaseAddress(settings), ...(tls && { tls: authority }) };
}

/** The MariaDB that holds the databases of this node's hosts; undefined if there is none. */
export async function findDatabaseServer(around: NodeParts): Promise<DatabaseServer | undefined> {
  const { settings, places, isolation, engines } = around;
  const { options } = places.mariadb;
  const identity = isolation.is === 'separate' ? mariadbIdentity(isolation) : undefined;
  if (settings.MYSQL_URL !== undefined) {
    const dump = await findDump();
    if (dump === undefined) return undefined;
    const url = new URL(settings.MYSQL_URL);
    const [user, password] = [url.username, url.password].map(decodeURIComponent);
    const admin = { user: user ?? '', password: password ?? '' };
    return { address: await remoteAddress(url, settings), admin, dump, identity, options };
  }
  if (!engines.mariadb) return undefined;
  const admin = { user: ADMIN, password: await ownSecret(places.secrets, ADMIN_SECRET) };
  const address = { is: 'socket', path: places.mariadb.socket } as const;
  const disk = { folder: places.mariadb.data, spare: DISK_SPARE };
  return { address, admin, dump: engines.mariadb.dump, identity, options, disk };
}
