import {
  BuiltRemote,
  gateReasons,
  type Locale,
  type RemoteStatus,
  type StoredVersion,
  type Surroundings,
} from '@sitedeck/contract';
import type { Db } from '#state/db';
import type { RemoteVersionTable } from '#state/registry-tables';
import type { Selectable } from 'kysely';
import { Refusal } from '#faults/refusal';
import { healthOf } from './health/health';
import type { HealthStore } from './health/health-store';
import { gateReasonTexts } from './surroundings';

/** Number of history rows in a status, newest first. */
const HISTORY_ROWS = 50;

interface StatusParts {
  readonly db: Db;
  readonly health: HealthStore;
}

interface AskedStatus {
  readonly name: string;
  readonly locale: Locale;
  readonly around: Surroundings;
}

function unfitOf(row: Selectable<RemoteVersionTable>, { around, locale }: AskedStatus): string | null {
  const built = BuiltRemote.safeParse(row.built);
  if (!built.success) return built.error.issues[0]?.message ?? 'remote.json';
  const reasons = gateReasons({ built: built.data, weight: row.weight }, around);
  return reasons.length === 0 ? null : gateReasonTexts(reasons)[locale];
}

async function readVersions({ db, health }: StatusParts, request: AskedStatus): Promise<StoredVersion[]> {
  const rows = await db
    .selectFrom('remote_version')
    .selectAll()
    .where('name', '=', request.name)
    .where('collected_at', 'is', null)
    .orderBy('published_at', 'desc')
    .orderBy('version', 'desc')
    .execute();
  const counts = await health.read(request.name);
  return rows.map((row) => ({
    version: row.version,
    publishTime: row.published_at.toISOString(),
    publisher: row.publisher,
    why: row.why,
    bytes: row.bytes,
    unfit: unfitOf(row, request),
    health: healthOf(counts.get(row.version) ?? []),
  }));
}

async function readHistory(db: Db, name: string): Promise<RemoteStatus['history']> {
  const rows = await db
    .selectFrom('remote_history')
    .select(['revision', 'at', 'who', 'what', 'why'])
    .where('name', '=', name)
    .orderBy('id', 'desc')
    .limit(HISTORY_ROWS)
    .execute();
  return rows.map(({ at, ...row }) => ({ ...row, time: at.toISOString() }));
}

/** Refuses with `not-published`. */
export async function remoteStatus(parts: StatusParts, request: AskedStatus): Promise<RemoteStatus> {
  const { db } = parts;
  const { name } = request;
  const row = await db.selectFrom('remote_traffic').selectAll().where('name', '=', name).executeTakeFirst();
  if (!row) throw new Refusal('not-published', { values: { name } });
  const [versions, history] = await Promise.all([readVersions(parts, request), readHistory(db, name)]);
  return { name, revision: row.revision, traffic: row.document, versions, history };
}
