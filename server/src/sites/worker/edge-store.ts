import { sql } from 'kysely';
import type { Db } from '#state/db';
import type { CountedVisits } from '#system/access-log/count-visits';
import { inParts } from './row-parts';

type CountedEdge = Pick<CountedVisits, 'hostCode' | 'edge'>;

/** Adds requests through the edge cache to the sums of their hours and domains. */
export async function addEdgeHours(trx: Db, { hostCode, edge }: CountedEdge): Promise<void> {
  const rows = [...edge.hours].flatMap(([hour, domains]) =>
    [...domains].map(([domain, { hitBytes, originErrors, clientError, serverError, ...counts }]) => ({
      host_code: hostCode,
      hour: new Date(hour),
      domain,
      ...counts,
      hit_bytes: hitBytes,
      origin_errors: originErrors,
      client_error: clientError,
      server_error: serverError,
    })),
  );
  for (const part of inParts(rows)) {
    await trx
      .insertInto('edge_hour')
      .values(part)
      .onConflict((conflict) =>
        conflict.columns(['host_code', 'hour', 'domain']).doUpdateSet({
          requests: sql<number>`edge_hour.requests + excluded.requests`,
          hits: sql<number>`edge_hour.hits + excluded.hits`,
          bytes: sql<number>`edge_hour.bytes + excluded.bytes`,
          hit_bytes: sql<number>`edge_hour.hit_bytes + excluded.hit_bytes`,
          origin_errors: sql<number>`edge_hour.origin_errors + excluded.origin_errors`,
          ok: sql<number>`edge_hour.ok + excluded.ok`,
          redirect: sql<number>`edge_hour.redirect + excluded.redirect`,
          client_error: sql<number>`edge_hour.client_error + excluded.client_error`,
          server_error: sql<number>`edge_hour.server_error + excluded.server_error`,
        }),
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
        conflict.columns(['host_code', 'day', 'rule']).doUpdateSet({
          requests: sql<number>`edge_rule_day.requests + excluded.requests`,
          hits: sql<number>`edge_rule_day.hits + excluded.hits`,
        }),
      )
      .execute();
  }
}
