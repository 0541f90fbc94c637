import { sql } from 'kysely';
import { BuiltRemote, type Surroundings, type Traffic, type TrafficChange } from '@sitedeck/contract';
import type { Db } from '#state/db';
import { announce } from '#state/live';
import { Refusal } from '#faults/refusal';
import { checkFit } from '../surroundings';
import { applyChange, describeChange, type TrafficRefusal } from './traffic';
import { lockTraffic, writeTraffic } from '../versions/version-store';

export interface RequestedChange {
  readonly name: string;
  /** The revision that the caller has seen. */
  readonly revision: number;
  readonly who: string;
  readonly why: string;
  readonly change: TrafficChange;
}

function refusalOf(refused: TrafficRefusal): Refusal {
  if (refused.is === 'nothing-to-roll-back') return new Refusal(refused.is);
  return new Refusal(refused.is, { values: { version: refused.version } });
}

async function versionsIn(db: Db, name: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('remote_version')
    .select('version')
    .where('name', '=', name)
    .where('collected_at', 'is', null)
    .execute();
  return new Set(rows.map(({ version }) => version));
}

/** Checks a stored version again: it may not fit today's consoles, although it did when it was published. */
async function checkStored(
  db: Db,
  { name, version }: { name: string; version: string },
  around: Surroundings,
): Promise<void> {
  const { built, weight } = await db
    .selectFrom('remote_version')
    .select(['built', 'weight'])
    .where('name', '=', name)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  checkFit({ built: BuiltRemote.parse(built), weight }, around);
}

/** Number of a PostgreSQL advisory lock: if two remotes claim the same route, the second one sees the first. */
const TRAFFIC_LOCK = 7_310_004;

/**
 * Changes atomically which accounts get which version. If two callers have read the same revision, one is
 * refused. Refuses with `not-published`, `traffic-conflict`, `version-unknown`, `version-unfit`, `nothing-to-roll-back` or
 * `rollout-of-current`.
 * @param surroundings read over the transaction's own connection: waiting for a second connection while
 * holding one could deadlock
 */
export async function changeTraffic(
  db: Db,
  { name, revision, who, why, change }: RequestedChange,
  surroundings: (tx: Db) => Promise<Surroundings>,
): Promise<{ revision: number; traffic: Traffic }> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${TRAFFIC_LOCK})`.execute(tx);
    const row = await lockTraffic(tx, name);
    if (!row) throw new Refusal('not-published', { values: { name } });
    if (row.revision !== revision)
      throw new Refusal('traffic-conflict', { values: { revision: row.revision } });
    const applied = applyChange(row.document, change, await versionsIn(tx, name));
    if (applied.is !== 'changed') throw refusalOf(applied);
    const { traffic, goesLive } = applied;
    if (goesLive !== undefined) await checkStored(tx, { name, version: goesLive }, await surroundings(tx));
    const what = describeChange(change, traffic);
    const next = await writeTraffic(tx, { name, who, what, why }, traffic);
    await announce(tx, { is: 'registry' });
    return { revision: next, traffic };
  });
}
