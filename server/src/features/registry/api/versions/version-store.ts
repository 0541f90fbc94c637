import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { BuiltRemote, RemoteWeight, Traffic } from '@sitedeck/contract';
import type { Db } from '#state/db';
import { NO_TRAFFIC } from '../traffic/traffic';

/** Publisher of versions that came with the product; no key has this name. */
export const RELEASE = 'release';

/** A digest of manifest and files, without the version number. */
export function digestOf({ version: _any, $schema: _editors, ...built }: BuiltRemote): string {
  const assets = Object.entries(built.assets).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify({ ...built, assets }))
    .digest('hex');
}

export interface NewVersion {
  readonly built: BuiltRemote;
  readonly bytes: number;
  readonly weight: RemoteWeight;
  readonly publisher: string;
  readonly why: string;
}

/** Resolves to false if the version exists. Inside a transaction the version is reserved until that ends. */
export async function insertVersion(
  db: Db,
  { built, bytes, weight, publisher, why }: NewVersion,
): Promise<boolean> {
  const { name, version } = built;
  const row = await db
    .insertInto('remote_version')
    .values({
      name,
      version,
      built: JSON.stringify(built),
      base: `/remotes/${name}/${version}/`,
      digest: digestOf(built),
      bytes,
      weight: JSON.stringify(weight),
      publisher,
      why,
    })
    .onConflict((conflict) => conflict.columns(['name', 'version']).doNothing())
    .returning('version')
    .executeTakeFirst();
  return row !== undefined;
}

export interface TrafficRow {
  readonly revision: number;
  readonly document: Traffic;
}

/** Creates the traffic row of a remote that has none yet. */
export async function ensureTraffic(db: Db, name: string): Promise<void> {
  await db
    .insertInto('remote_traffic')
    .values({ name, revision: 0, document: JSON.stringify(NO_TRAFFIC) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}

/** Locks the remote until the transaction ends: no other transaction can change it or remove a version. */
export async function lockTraffic(db: Db, name: string): Promise<TrafficRow | undefined> {
  return db
    .selectFrom('remote_traffic')
    .select(['revision', 'document'])
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirst();
}

export interface HistoryEntry {
  readonly name: string;
  readonly who: string;
  readonly what: string;
  readonly why: string;
}

/** Writes new traffic and its history; returns the new revision. */
export async function writeTraffic(
  db: Db,
  { name, ...entry }: HistoryEntry,
  traffic: Traffic,
): Promise<number> {
  const document = JSON.stringify(traffic);
  const { revision } = await db
    .updateTable('remote_traffic')
    .set({ document, revision: sql<number>`revision + 1` })
    .where('name', '=', name)
    .returning('revision')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('remote_history')
    .values({ name, revision, ...entry, document })
    .execute();
  return revision;
}
