import { z } from 'zod';
import { FILE_LINK_MS } from '@sitedeck/contract';
import type { Handlers } from '#api/calls/handlers';
import { hashToken, newToken } from '#sites/api/token';
import type { Db } from '#state/db';
import { attachment } from '#api/calls/attachment';
import { Refusal } from '#faults/refusal';
import { readyPoint } from '../point-store';
import { DownloadRequest } from '../protocol';
import type { BackupCalls, BackupParts } from './calls';

type DownloadCalls = Pick<BackupCalls, 'downloadBackup' | 'openBackup'>;

/** The field's name in stored links. */
const REQUEST = 'wish';

/** What a download link is for; the payload of its row. */
const DownloadLink = z.object({
  sessionId: z.string(),
  byCookie: z.boolean(),
  hostCode: z.string(),
  [REQUEST]: DownloadRequest,
});

/** Reads a link and deletes it: each link works once. */
async function takeLink(db: Db, token: string, now: number) {
  const row = await db
    .deleteFrom('access_token')
    .where('hash', '=', hashToken(token))
    .where('kind', '=', 'backup')
    .where('expires_at', '>', new Date(now))
    .returning('payload')
    .executeTakeFirst();
  if (!row) throw new Refusal('not-found');
  return DownloadLink.parse(row.payload);
}

/** The file name that the browser suggests. What follows the last slash is a name the tenant chose. */
function downloadName({ hostCode, point, path, format }: DownloadRequest, isFile: boolean): string {
  const tenantName = path?.split('/').at(-1) ?? '';
  if (isFile) return tenantName;
  const base = tenantName === '' ? `${hostCode}-backup-${point}` : tenantName;
  return `${base}.${format}`;
}

export function downloadHandlers({
  db,
  now,
  openDownload,
}: Pick<BackupParts, 'db' | 'now' | 'openDownload'>): Handlers<DownloadCalls> {
  return {
    downloadBackup: async ({ body }, { session, scope: { hostCode } }) => {
      const { id: point } = await readyPoint(db, hostCode, body.point);
      const token = newToken();
      const request: DownloadRequest = {
        hostCode,
        point,
        format: body.format,
        ...(body.path !== undefined && body.path !== '/' && { path: body.path }),
      };
      const byCookie = session.credential.is === 'cookie';
      const payload: z.infer<typeof DownloadLink> = {
        ...{ sessionId: session.id, byCookie, hostCode, [REQUEST]: request },
      };
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
      const link = await takeLink(db, params.token, now());
      if (link.byCookie) {
        if (visitor?.id !== link.sessionId) throw new Refusal('session-expired');
        if (visitor.hostCode !== link.hostCode) throw new Refusal('host-changed');
      }
      const request = link[REQUEST];
      const { body, isFile } = await openDownload(request);
      return {
        status: 200,
        headers: {
          'content-type': 'application/octet-stream',
          'content-disposition': attachment(downloadName(request, isFile)),
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
          'content-security-policy': 'sandbox',
        },
        body,
      };
    },
  };
}
