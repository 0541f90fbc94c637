import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '#state/db';

/** A database that takes longer to answer is not ready, ms. */
const READY_MS = 2000;

/**
 * Asks whether the database answers. Simultaneous callers share one query, since anyone may call this at any
 * rate.
 */
function makeDatabaseCheck(db: Db): () => Promise<boolean> {
  let pending: Promise<boolean> | undefined;
  const request = () =>
    sql`select 1`
      .execute(db)
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        pending = undefined;
      });
  return () => {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<false>((resolve) => {
      timer = setTimeout(() => resolve(false), READY_MS);
    });
    pending ??= request();
    return Promise.race([pending, timeout]).finally(() => clearTimeout(timer));
  };
}

/** Health checks for operators: `/healthz` (the process runs) and `/readyz` (it can serve). */
export function serveHealth(app: FastifyInstance, db: Db): void {
  const answers = makeDatabaseCheck(db);
  // Answers HEAD with status and headers, for monitors that use it.
  const routeOptions = { exposeHeadRoute: true };
  app.get('/healthz', routeOptions, (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  );
  app.get('/readyz', routeOptions, async (_request, reply) => {
    const database = await answers();
    reply.header('cache-control', 'no-store').code(database ? 200 : 503);
    return { status: database ? 'ok' : 'unavailable', database: database ? 'ok' : 'unavailable' };
  });
}
