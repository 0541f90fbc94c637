import { z } from 'zod';
import { FILE_LINK_MS } from '@sitedeck/contract';
import type { Handlers } from '#api/calls/handlers';
import { hashToken, newToken } from '#sites/api/token';
import type { Db } from '#state/db';
import { attachment } from '#api/calls/attachment';
import { Refusal } from '#faults/refusal';
import { BytesWish } from '#system/restic/protocol';
import type { BackupCalls, BackupParts } from './backup-feature';
import { readyPoint } from '../point-store';

type DownloadCalls = Pick<BackupCalls, 'downloadBackup' | 'openBackup'>;

const Linked = z.object({
  sessionId: z.string(),
  byCookie: z.boolean(),
  hostCode: z.string(),
  wish: BytesWish,
});

/** Opens once. */
async function takeLink(db: Db, token: string, now: number) {
  const row = await db
    .deleteFrom('access_token')
    .where('hash', '=', hashToken(token))
    .where('kind', '=', 'backup')
    .where('expires_at', '>', new Date(now))
    .returning('payload')
    .executeTakeFirst();
  if (!row) throw new Refusal('not-found');
  return Linked.parse(row.payload);
}

/** Under which the browser saves it. What stands behind the last slash is a tenant's. */
function nameOf({ hostCode, point, path, format }: BytesWish, isFile: boolean): string {
  const own = path?.split('/').at(-1) ?? '';
  if (isFile) return own;
  const base = own === '' ? `${hostCode}-backup-${point}` : own;
  return `${base}.${format}`;
}

export function downloadHandlers({
  db,
  now,
  openBytes,
}: Pick<BackupParts, 'db' | 'now' | 'openBytes'>): Handlers<DownloadCalls> {
  return {
    downloadBackup: async ({ body }, { session, scope: { hostCode } }) => {
      const { id: point } = await readyPoint(db, hostCode, body.point);
      const token = newToken();
      const wish: BytesWish = {
        hostCode,
        point,
        format: body.format,
        ...(body.path !== undefined && body.path !== '/' && { path: body.path }),
      };
      const payload = { sessionId: session.id, byCookie: session.door.is === 'cookie', hostCode, wish };
      await db
        .insertInto('access_token')
        .values({
          hash: hashToken(token),
          kind: 'backup',
          payload: JSON.stringify(payload),
          expires_at: new Date(now() + FILE_LINK_MS),
          used_at: null,
        })
        .execute();
      return { url: `/api/backup/open/${token}` };
    },

    openBackup: async ({ params }, context) => {
      const visitor = await context.visitor();
      const linked = await takeLink(db, params.token, now());
      if (linked.byCookie) {
        if (visitor?.id !== linked.sessionId) throw new Refusal('session-expired');
        if (visitor.hostCode !== linked.hostCode) throw new Refusal('host-changed');
      }
      const { body, isFile } = await openBytes(linked.wish);
      return {
        status: 200,
        headers: {
          'content-type': 'application/octet-stream',
          'content-disposition': attachment(nameOf(linked.wish, isFile)),
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
          'content-security-policy': 'sandbox',
        },
        body,
      };
    },
  };
}
