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

const PointOfHost = z.object({
  hostCode: HostCode,
  point: z.number().int().positive(),
  path: SitePath,
});

/** The link between API and node worker about backups. The worker reads from the database whose point it is. */
export const backupProtocol = {
  /** As found when the worker started; null where it is not installed. */
  engine: { request: z.object({}), reply: z.object({ version: z.string().nullable() }) },
  browse: { request: PointOfHost, reply: browseBackup.reply },
  compare: { request: PointOfHost, reply: compareBackup.reply },
  /** Tries a place for copies. Its secrets are those given, else those saved under the id. */
  testTarget: {
    request: testBackupTarget.body.extend({ hostCode: HostCode }),
    reply: testBackupTarget.reply,
  },
  /** What a saved target of the host holds. Refuses `target-foreign`, `target-empty`. */
  targetPoints: {
    request: z.object({ hostCode: HostCode, target: z.number().int().positive() }),
    reply: listTargetPoints.reply,
  },
  /** Refuses `backup-gone` where the host has no repository. */
  rotateKey: { request: z.object({ hostCode: HostCode }), reply: z.object({}) },
} as const satisfies RpcProtocol;
export type BackupProtocol = typeof backupProtocol;

/** What a download asks of the worker's socket for bytes: this, as JSON in base64url, is the path of the request. */
export const BytesWish = z.object({
  hostCode: HostCode,
  point: z.number().int().positive(),
  path: SitePath.optional(),
  format: z.enum(['tar.zst', 'zip']),
});
export type BytesWish = z.infer<typeof BytesWish>;
