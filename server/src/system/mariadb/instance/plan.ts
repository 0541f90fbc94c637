import { lchown } from 'node:fs/promises';
import { mariadbIdentity, type Isolation } from '#system/process/identity';
import { ownCertificate } from '#system/certificate/own-certificate';
import type { Paths } from '#system/settings/paths';
import { databaseReach } from '#system/settings/host-addresses';
import type { Settings } from '#system/settings/settings';
import type { MariadbEngine } from './engine';
import type { MariadbPlan } from './instance';

/** Name of the secret that holds the administrator's password. */
export const ADMIN_SECRET = 'mariadb-password';

interface PlanRequest {
  readonly engine: MariadbEngine;
  readonly settings: Settings;
  readonly places: Paths;
  readonly isolation: Isolation;
  readonly password: string;
}

/** Certificate for remote clients. Without one they can't sign in; everything else works. */
async function certificateOf({
  settings,
  places,
  isolation,
}: PlanRequest): Promise<MariadbPlan['certificate']> {
  const reach = databaseReach(settings);
  if (reach === undefined) return undefined;
  const request = { folder: places.mariadb.tls, use: 'mariadb', name: reach.host };
  const made = await ownCertificate(request).catch(() => undefined);
  if (made === undefined || isolation.is !== 'separate') return made;
  const { uid, gid } = mariadbIdentity(isolation);
  // The engine owns the folder, so a link that it creates there must not redirect a file of another owner.
  for (const file of [made.cert, made.key]) await lchown(file, uid, gid);
  return made;
}

/** The command that the supervisor starts. */
export async function mariadbPlan(request: PlanRequest): Promise<MariadbPlan> {
  const { engine, settings, places, isolation, password } = request;
  return {
    engine,
    data: places.mariadb.data,
    socket: places.mariadb.socket,
    listen: { address: settings.MYSQL_BIND, port: settings.MYSQL_PORT },
    certificate: await certificateOf(request),
    password,
    ...(isolation.is === 'separate' && { identity: mariadbIdentity(isolation) }),
  };
}
