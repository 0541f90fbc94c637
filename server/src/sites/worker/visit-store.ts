import type { HostCode } from '@sitedeck/contract';
import type { Db } from '#state/db';
import type { CountedVisits, VisitStore } from '#system/access-log/count-visits';
import { EDGE_KEPT_MS } from '#system/access-log/edge-tally';
import { VISITS_KEPT_MS } from '#system/access-log/visit-tally';
import { codeOf } from '#faults/error-code';
import { addedCounts, countColumns, HOUR_COUNTS } from './count-columns';
import { addEdgeDays, addEdgeHours } from './edge-store';
import { inParts } from './row-parts';

const FOREIGN_KEY_VIOLATION = '23503';

async function moveCursor(trx: Db, { hostCode, from, to, countedTo }: CountedVisits): Promise<boolean> {
  const place = {
    inode: to.inode,
    at_byte: to.at,
    tail: to.tail,
    ...(countedTo && { counted_to: countedTo }),
  };
  if (!from) {
    const added = await trx
      .insertInto('visit_cursor')
      .values({ host_code: hostCode, ...place })
      .onConflict((conflict) => conflict.column('host_code').doNothing())
      .executeTakeFirst();
    return added.numInsertedOrUpdatedRows === 1n;
  }
  const moved = await trx
    .updateTable('visit_cursor')
    .set(place)
    .where('host_code', '=', hostCode)
    .where('inode', '=', from.inode)
    .where('at_byte', '=', from.at)
    .where('tail', '=', from.tail)
    .executeTakeFirst();
  return moved.numUpdatedRows === 1n;
}

async function addHours(trx: Db, { hostCode, hours }: CountedVisits): Promise<void> {
  const rows = [...hours].map(([hour, counts]) => ({
    host_code: hostCode,
    hour: new Date(hour),
    ...countColumns(counts),
  }));
  for (const part of inParts(rows)) {
    await trx
      .insertInto('visit_hour')
      .values(part)
      .onConflict((conflict) =>
        conflict.columns(['host_code', 'hour']).doUpdateSet(addedCounts('visit_hour', HOUR_COUNTS)),
      )
      .execute();
  }
}

/** Stores visits of hosts by hour, their requests through the edge cache, and the position up to which each log is counted. */
export function makeVisitStore(db: Db): VisitStore {
  return {
    cursor: async (hostCode) => {
      const row = await db
        .selectFrom('visit_cursor')
        .select(['inode', 'at_byte', 'tail'])
        .where('host_code', '=', hostCode)
        .executeTakeFirst();
      return row && { inode: row.inode, at: row.at_byte, tail: row.tail };
    },
    domains: async (hostCode) => {
      const rows = await db.selectFrom('domain').select('name').where('host_code', '=', hostCode).execute();
      return rows.map(({ name }) => name);
    },
    commit: async (counted) => {
      try {
        return await db.transaction().execute(async (trx) => {
          // Updates the cursor's row first, since concurrent counts wait for each other there.
          if (!(await moveCursor(trx, counted))) return 'moved';
          await addHours(trx, counted);
          await addEdgeHours(trx, counted);
          await addEdgeDays(trx, counted);
          return 'written';
        });
      } catch (error) {
        if (codeOf(error) === FOREIGN_KEY_VIOLATION) return 'gone';
        throw error;
      }
    },
  };
}

/** Removes counts whose retention period has passed. */
export async function sweepVisits(db: Db, now: Date): Promise<void> {
  const before = (kept: number) => new Date(now.getTime() - kept);
  await db.deleteFrom('visit_hour').where('hour', '<', before(VISITS_KEPT_MS)).execute();
  await db.deleteFrom('edge_hour').where('hour', '<', before(EDGE_KEPT_MS)).execute();
  await db.deleteFrom('edge_rule_day').where('day', '<', before(EDGE_KEPT_MS)).execute();
}

/** Hosts of a node, oldest first. */
export async function hostsOfNode(db: Db, node: string): Promise<HostCode[]> {
  const rows = await db.selectFrom('host').select('code').where('node', '=', node).orderBy('code').execute();
  return rows.map(({ code }) => code);
}
