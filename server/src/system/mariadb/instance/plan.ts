import { lchown } from 'node:fs/promises';
import { mariadbIdentity, type Isolation } from '#system/process/identity';
import { ownCertificate } from '#system/certificate/own-certificate';
import type { Paths } from '#system/settings/paths';
import { databaseReach, type Settings } from '#system/settings/settings';
import type { MariadbEngine } from './engine';
import type { MariadbPlan } from './instance';

/** Name of the secret that the administrator's account has for its password. */
export const ADMIN_SECRET = 'mariadb-password';

interface PlanRequest {
  readonly engine: MariadbEngine;
  readonly settings: Settings;
  readonly places: Paths;
  readonly isolation: Isolation;
  readonly password: string;
}

/** By which clients elsewhere sign in; without one they can't, and all else works. */
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
  // The folder is the engine's: a link that it has put there leads nobody's file to it.
  for (const file of [made.cert, made.key]) await lchown(file, uid, gid);
  return made;
}

/** What the supervisor starts. */
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
