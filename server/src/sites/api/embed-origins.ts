import type { Db } from '#state/db';

/** An origin is forgotten after this time without a new token, ms. */
const MEMORY_MS = 30 * 24 * 3600_000;

const oldest = (now: number): Date => new Date(now - MEMORY_MS);

/** Call when a token is made for this origin. */
export async function rememberEmbedOrigin(db: Db, origin: string, at: Date): Promise<void> {
  await db
    .insertInto('embed_origin')
    .values({ origin, last_at: at })
    .onConflict((conflict) => conflict.column('origin').doUpdateSet({ last_at: at }))
    .execute();
}

interface EmbedOriginParts {
  readonly db: Db;
  readonly now: () => number;
  /** The operator's list of origins; undefined: any origin. */
  readonly embedOrigins: readonly string[] | undefined;
}

/**
 * Whether an embed token may name an origin. A browser's preflight names neither host nor token, so without
 * the operator's list every origin for which a token was made counts. Expired tokens count, too: a page must
 * be able to read that its token has expired, or it would never request a new one.
 */
export function makeMayEmbed({ db, now, embedOrigins }: EmbedOriginParts) {
  return async (origin: string): Promise<boolean> => {
    if (embedOrigins) return embedOrigins.includes(origin);
    const row = await db
      .selectFrom('embed_origin')
      .select('origin')
      .where('origin', '=', origin)
      .where('last_at', '>', oldest(now()))
      .executeTakeFirst();
    return row !== undefined;
  };
}

export async function sweepEmbedOrigins(db: Db, now: number): Promise<void> {
  await db.deleteFrom('embed_origin').where('last_at', '<', oldest(now)).execute();
}
