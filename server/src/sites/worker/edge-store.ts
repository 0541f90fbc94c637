import type { Db } from '#state/db';
import type { CountedVisits } from '#system/access-log/count-visits';
import { addedCounts, countColumns, HOUR_COUNTS } from './count-columns';
import { inParts } from './row-parts';

type CountedEdge = Pick<CountedVisits, 'hostCode' | 'edge'>;

/** Adds requests through the edge cache to the sums of their hours and domains. */
export async function addEdgeHours(trx: Db, { hostCode, edge }: CountedEdge): Promise<void> {
  const rows = [...edge.hours].flatMap(([hour, domains]) =>
    [...domains].map(([domain, { hitBytes, originErrors, ...counts }]) => ({
      host_code: hostCode,
      hour: new Date(hour),
      domain,
      ...countColumns(counts),
      hit_bytes: hitBytes,
      origin_errors: originErrors,
    })),
  );
  for (const part of inParts(rows)) {
    await trx
      .insertInto('edge_hour')
      .values(part)
      .onConflict((conflict) =>
        conflict
          .columns(['host_code', 'hour', 'domain'])
          .doUpdateSet(addedCounts('edge_hour', [...HOUR_COUNTS, 'hits', 'hit_bytes', 'origin_errors'])),
      )
      .execute();
  }
}

/** Adds requests through the edge cache to the sums of their days and rules. */
export async function addEdgeDays(trx: Db, { hostCode, edge }: CountedEdge): Promise<void> {
  const rows = [...edge.days].flatMap(([day, rules]) =>
    [...rules].map(([rule, counts]) => ({ host_code: hostCode, day: new Date(day), rule, ...counts })),
  );
  for (const part of inParts(rows)) {
    await trx
      .insertInto('edge_rule_day')
      .values(part)
      .onConflict((conflict) =>
        conflict
          .columns(['host_code', 'day', 'rule'])
          .doUpdateSet(addedCounts('edge_rule_day', ['requests', 'hits'])),
      )
      .execute();
  }
}
