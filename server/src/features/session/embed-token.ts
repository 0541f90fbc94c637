import { sql } from 'kysely';
import type { Session } from '../../sites/host-scope';
import { EmbedTokenPayload, hashToken } from '../../sites/token';
import type { Db } from '../../state/db';

/** The portal behind a live embed token. */
export async function findEmbedSession(db: Db, token: string, now: Date): Promise<Session | undefined> {
  const id = hashToken(token);
  const row = await db
    .selectFrom('access_token')
    .select('payload')
    .where('hash', '=', id)
    .where('kind', '=', 'embed')
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (!row) return undefined;
  const { remote, origin, operator = origin, ...payload } = EmbedTokenPayload.parse(row.payload);
  return {
    ...payload,
    id,
    door: { is: 'embed', remote, origin },
    source: 'HOST_TOKEN',
    operator,
    claims: [],
    override: undefined,
  };
}

interface EmbedOriginParts {
  readonly db: Db;
  readonly now: () => number;
  /** The operator's list; any origin where there is none. */
  readonly embedOrigins: readonly string[] | undefined;
}

/**
 * Whether an embed token could name an origin. A browser's preflight names neither host nor token, so that without a
 * list of the operator's an origin counts while a token for it is in force on any host.
 */
export function makeEmbedOrigins({ db, now, embedOrigins }: EmbedOriginParts) {
  return async (origin: string): Promise<boolean> => {
    if (embedOrigins) return embedOrigins.includes(origin);
    const row = await db
      .selectFrom('access_token')
      .select('hash')
      .where('kind', '=', 'embed')
      .where('expires_at', '>', new Date(now()))
      .where(sql<boolean>`payload ->> 'origin' = ${origin}`)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  };
}
