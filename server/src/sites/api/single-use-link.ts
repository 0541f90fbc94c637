import { z } from 'zod';
import { FILE_LINK_MS } from '@sitedeck/contract';
import type { Session } from '#sites/host-scope';
import type { Db } from '#state/db';
import { Refusal } from '#faults/refusal';
import { hashToken, newToken } from './token';

/** What kind of download a link is for. */
export type LinkKind = 'backup' | 'image';

/** The payload of a link's row. */
const Payload = z.object({
  sessionId: z.string(),
  byCookie: z.boolean(),
  hostCode: z.string(),
  request: z.unknown(),
});

/** Issues the token of a link that works once, within `FILE_LINK_MS`, in the session that made it. */
export async function issueLink(
  db: Db,
  session: Session,
  { kind, request, now }: { readonly kind: LinkKind; readonly request: unknown; readonly now: number },
): Promise<string> {
  const token = newToken();
  const { id: sessionId, hostCode, credential } = session;
  await db
    .insertInto('access_token')
    .values({
      hash: hashToken(token),
      kind,
      payload: JSON.stringify({ sessionId, hostCode, byCookie: credential.is === 'cookie', request }),
      expires_at: new Date(now + FILE_LINK_MS),
      used_at: null,
    })
    .execute();
  return token;
}

interface TakenLink {
  readonly kind: LinkKind;
  readonly token: string;
  readonly now: number;
  readonly visitor: () => Promise<Session | undefined>;
}

/**
 * Reads what a link is for, and deletes it. A page embedded in a portal sends no cookie: there the token alone opens the
 * download. Refuses with `not-found`, `session-expired` or `host-changed`.
 */
export async function takeLink(db: Db, { kind, token, now, visitor }: TakenLink): Promise<unknown> {
  const row = await db
    .deleteFrom('access_token')
    .where('hash', '=', hashToken(token))
    .where('kind', '=', kind)
    .where('expires_at', '>', new Date(now))
    .returning('payload')
    .executeTakeFirst();
  if (!row) throw new Refusal('not-found');
  const link = Payload.parse(row.payload);
  if (!link.byCookie) return link.request;
  const session = await visitor();
  if (session?.id !== link.sessionId) throw new Refusal('session-expired');
  if (session.hostCode !== link.hostCode) throw new Refusal('host-changed');
  return link.request;
}

/** Headers of a download: the browser stores it, and never opens it as a page. */
export const downloadHeaders = (disposition: string) => ({
  'content-type': 'application/octet-stream',
  'content-disposition': disposition,
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': 'sandbox',
});
