import { z } from 'zod';
import { FILE_LINK_MS, HostCode, SitePath } from '@sitedeck/contract';
import type { Session } from '#sites/host-scope';
import { hashToken, newToken } from '#sites/api/token';
import type { Db } from '#state/db';
import { Refusal } from '#faults/refusal';

const Payload = z.object({
  sessionId: z.string(),
  byCookie: z.boolean(),
  hostCode: HostCode,
  path: SitePath,
});
export type LinkedFile = z.infer<typeof Payload>;

/** Makes an address of one file that works for `FILE_LINK_MS` in the session that made it. */
export async function makeLink(db: Db, session: Session, path: SitePath): Promise<string> {
  const token = newToken();
  const { id: sessionId, hostCode } = session;
  const payload: LinkedFile = { sessionId, hostCode, path, byCookie: session.credential.is === 'cookie' };
  const expires_at = new Date(Date.now() + FILE_LINK_MS);
  await db
    .insertInto('access_token')
    .values({
      hash: hashToken(token),
      kind: 'link',
      payload: JSON.stringify(payload),
      expires_at,
      used_at: null,
    })
    .execute();
  return `/fs/link/${token}`;
}

/**
 * The file behind an address, which may be requested many times (ranges) until it expires. A page embedded in a portal
 * sends no cookie: there the address alone opens the file.
 */
export async function openLinked(db: Db, token: string, visitor: Session | undefined): Promise<LinkedFile> {
  const row = await db
    .selectFrom('access_token')
    .select('payload')
    .where('hash', '=', hashToken(token))
    .where('kind', '=', 'link')
    .where('expires_at', '>', new Date())
    .executeTakeFirst();
  if (!row) throw new Refusal('not-found');
  const linked = Payload.parse(row.payload);
  if (!linked.byCookie) return linked;
  if (visitor?.id !== linked.sessionId) throw new Refusal('session-expired');
  if (visitor.hostCode !== linked.hostCode) throw new Refusal('host-changed');
  return linked;
}
