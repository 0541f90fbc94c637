import { chmod, chown, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import type { Logger } from 'pino';
import { findProgram } from '#system/process/exec';
import type { Identity } from '#system/process/identity';
import { isRefusal, Refusal } from '#faults/refusal';
import { limitPerKey } from '#system/concurrency/queue';
import { readyPoint } from '#features/backup/point-store';
import { decodeDownloadPath, IS_FILE_HEADER, type DownloadRequest } from '#features/backup/protocol';
import { recordDamage } from '#features/backup/repository-store';
import type { BackupTools } from '../tools';
import { compressTo, isSingleFile, snapshotsFor, writeDownload, type DownloadSource } from './write-download';

/** Simultaneous downloads of one host: each runs a restic process until its receiver has everything. */
export const DOWNLOADS_PER_HOST = 4;
/** A download is dropped after this long without a byte, ms. */
const STALL_MS = 10 * 60_000;

async function answer(tools: BackupTools, request: DownloadRequest, reply: ServerResponse): Promise<void> {
  const receiverGone = new AbortController();
  reply.once('close', () => receiverGone.abort());
  const point = await readyPoint(tools.db, request.hostCode, request.point);
  const snapshots = snapshotsFor(point, request);
  if (snapshots.length === 0) throw new Refusal('backup-lacks-part');
  const source: DownloadSource = { tools, request, snapshots, signal: receiverGone.signal };
  const isFile = await isSingleFile(source);
  const zstd = await findProgram('zstd');
  const isCompressed = request.format === 'tar.zst' && !isFile;
  if (isCompressed && zstd === undefined) throw new Refusal('tool-missing', { values: { package: 'zstd' } });
  // The header is sent with the first byte, so a failure before that can still be reported.
  if (isFile) reply.setHeader(IS_FILE_HEADER, '1');
  const archive = request.format === 'zip' ? 'zip' : 'tar';
  const fill = (output: Writable) => writeDownload(source, isFile ? undefined : archive, output);
  await (isCompressed && zstd !== undefined ? compressTo(zstd, reply, fill) : fill(reply));
}

/** Reports a failure before the first byte; later it breaks the connection, so that a partial file can't pass as complete. */
function fail(reply: ServerResponse, error: unknown): void {
  if (reply.headersSent) return void reply.destroy();
  reply.writeHead(isRefusal(error) ? 400 : 500);
  reply.end(isRefusal(error) ? JSON.stringify({ reason: error.reason }) : '');
}

export interface DownloadServer {
  close(): Promise<void>;
}

/** Serves downloads on a unix socket that only the API may open. */
export async function serveDownloads(
  tools: BackupTools,
  at: { readonly socket: string; readonly owner?: Identity; readonly log: Logger },
): Promise<DownloadServer> {
  const bounded = limitPerKey(DOWNLOADS_PER_HOST);
  const serve = async ({ url = '/' }: IncomingMessage, reply: ServerResponse): Promise<void> => {
    const request = decodeDownloadPath(url);
    try {
      await bounded(request.hostCode, () => answer(tools, request, reply));
    } catch (error) {
      await recordDamage(tools, request.hostCode, error);
      throw error;
    }
  };
  const server = createServer((request, reply) => {
    reply.on('error', () => undefined);
    void serve(request, reply).catch((err: unknown) => {
      if (!isRefusal(err) && !reply.destroyed) at.log.warn({ err }, 'backup download failed');
      fail(reply, err);
    });
  });
  // A receiver that stopped reading must not block the repository.
  server.setTimeout(STALL_MS);
  await rm(at.socket, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(at.socket, resolve);
  });
  await chmod(at.socket, 0o660);
  if (at.owner) await chown(at.socket, at.owner.uid, at.owner.gid);
  return {
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
