import type { Session } from '#sites/host-scope';
import { EmbedTokenPayload, hashToken } from '#sites/api/token';
import type { Db } from '#state/db';

/** Reads the session of a live embed token. */
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
    credential: { is: 'embed', remote, origin },
    source: 'HOST_TOKEN',
    operator,
    claims: [],
    override: undefined,
  };
}
