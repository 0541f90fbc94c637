import {
  browseBackup,
  compareBackup,
  HostCode,
  listTargetPoints,
  SitePath,
  testBackupTarget,
} from '@sitedeck/contract';
import { z } from 'zod';
import type { RpcProtocol } from '#system/rpc/rpc';

const PointFolder = z.object({
  hostCode: HostCode,
  point: z.number().int().positive(),
  path: SitePath,
});
/** One folder of one host's point. */
export type PointFolder = z.infer<typeof PointFolder>;

/** The API's questions to a node's worker. The worker checks in the database that the point belongs to the host. */
export const backupProtocol = {
  /** The version that the worker found when it started; null if restic is not installed. */
  engine: { request: z.object({}), reply: z.object({ version: z.string().nullable() }) },
  browse: { request: PointFolder, reply: browseBackup.reply },
  compare: { request: PointFolder, reply: compareBackup.reply },
  /** Checks that a target can take copies. Secrets come with the request, else from the target saved under the id. */
  testTarget: {
    request: testBackupTarget.body.extend({ hostCode: HostCode }),
    reply: testBackupTarget.reply,
  },
  /** Lists the points at a saved target. Refuses with `target-foreign` or `target-empty`. */
  targetPoints: {
    request: z.object({ hostCode: HostCode, target: z.number().int().positive() }),
    reply: listTargetPoints.reply,
  },
  /** Refuses with `backup-gone` if the host has no repository. */
  rotateKey: { request: z.object({ hostCode: HostCode }), reply: z.object({}) },
} as const satisfies RpcProtocol;
export type BackupProtocol = typeof backupProtocol;

/** What the API asks the worker's download server for. */
export const DownloadRequest = z.object({
  hostCode: HostCode,
  point: z.number().int().positive(),
  path: SitePath.optional(),
  format: z.enum(['tar.zst', 'zip']),
});
export type DownloadRequest = z.infer<typeof DownloadRequest>;

/** The download server takes its request in the URL's path: JSON in base64url. */
export const encodeDownloadPath = (request: DownloadRequest): string =>
  `/${Buffer.from(JSON.stringify(request)).toString('base64url')}`;

export function decodeDownloadPath(path: string): DownloadRequest {
  const decoded: unknown = JSON.parse(Buffer.from(path.slice(1), 'base64url').toString());
  return DownloadRequest.parse(decoded);
}

/** Response header that is set if the body is a single file, not an archive. */
export const IS_FILE_HEADER = 'x-is-file';
