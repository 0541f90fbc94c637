import type { Handlers } from '#api/calls/handlers';
import { downloadHeaders, issueLink, takeLink } from '#sites/api/single-use-link';
import { attachment } from '#api/calls/attachment';
import { readyPoint } from '../point-store';
import { DownloadRequest } from '../protocol';
import type { BackupCalls, BackupParts } from './calls';

type DownloadCalls = Pick<BackupCalls, 'downloadBackup' | 'openBackup'>;

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
      const request: DownloadRequest = {
        hostCode,
        point,
        format: body.format,
        ...(body.path !== undefined && body.path !== '/' && { path: body.path }),
      };
      const token = await issueLink(db, session, { kind: 'backup', request, now: now() });
      return { url: `/api/backup/open/${token}` };
    },

    openBackup: async ({ params }, { visitor }) => {
      const { token } = params;
      const link = await takeLink(db, { kind: 'backup', token, now: now(), visitor });
      const request = DownloadRequest.parse(link);
      const { body, isFile } = await openDownload(request);
      return {
        status: 200,
        headers: downloadHeaders(attachment(downloadName(request, isFile))),
        body,
      };
    },
  };
}
