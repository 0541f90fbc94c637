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
  let asked: Promise<boolean> | undefined;
  const ask = () =>
    sql`select 1`
      .execute(db)
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        asked = undefined;
      });
  return () => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<false>((resolve) => {
      timer = setTimeout(() => resolve(false), READY_MS);
    });
    asked ??= ask();
    return Promise.race([asked, late]).finally(() => clearTimeout(timer));
  };
}

/** Health checks for operators: `/healthz` (the process runs) and `/readyz` (it can serve). */
export function serveHealth(app: FastifyInstance, db: Db): void {
  const answers = makeDatabaseCheck(db);
  // Answers HEAD with status and headers, for monitors that use it.
  const asked = { exposeHeadRoute: true };
  app.get('/healthz', asked, (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  );
  app.get('/readyz', asked, async (_request, reply) => {
    const database = await answers();
    reply.header('cache-control', 'no-store').code(database ? 200 : 503);
    return { status: database ? 'ok' : 'unavailable', database: database ? 'ok' : 'unavailable' };
  });
}
