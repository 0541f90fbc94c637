import { once } from 'node:events';
import { chmod, chown, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { PassThrough, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Logger } from 'pino';
import { findProgram, killGroup, start } from '#system/process/exec';
import type { Identity } from '#system/process/identity';
import { isRefusal, Refusal } from '#faults/refusal';
import { DUMP_NAME } from '#system/restic/back-up-stream';
import { IS_FILE } from '#system/restic/open-bytes';
import { BytesWish } from '#system/restic/protocol';
import { readFileOf } from '#system/restic/read-file';
import { readSnapshot, type SnapshotNode } from '#system/restic/snapshot-tree';
import { limitPerKey } from '#system/concurrency/queue';
import type { PointRow } from '#state/backup-tables';
import type { BackupWork } from '../backup-work';
import { joinedTars } from './joined-tars';
import { readyPoint } from '#features/backup/point-store';
import { noteDamage } from '../repository/repository-state';

/** Downloads of one host: each holds an engine for as long as its reader takes. */
export const DOWNLOADS_OF_HOST = 4;
/** Without a byte for this long a download is given up, ms. */
const STALL_MS = 10 * 60_000;

interface Serving {
  readonly work: BackupWork;
  readonly point: PointRow;
  readonly wish: BytesWish;
  readonly signal: AbortSignal;
}

/** Which snapshots hold what was asked for. */
function sourcesOf({ files_snapshot, database_snapshot }: PointRow, { path, format }: BytesWish): string[] {
  if (path === `/${DUMP_NAME}`) return database_snapshot === null ? [] : [database_snapshot];
  const all = [...(path === undefined ? [database_snapshot] : []), files_snapshot];
  const found = all.filter((snapshot) => snapshot !== null);
  // A zip has its directory at its end: two of them are not one.
  return format === 'zip' ? found.slice(-1) : found;
}

/**
 * Whether it is a file; else it comes as an archive. All that will be in that is looked at: where some of it is damaged,
 * that is told before the first byte. Refuses `no-such-file`.
 */
async function isPlainFile({ work, wish, signal }: Serving, snapshots: readonly string[]): Promise<boolean> {
  const { path, hostCode } = wish;
  let found: SnapshotNode | undefined;
  const onNode = (node: SnapshotNode) => {
    if (node.path === path) found = node;
  };
  await work.repositories.use(hostCode, async (repository) => {
    for (const snapshot of snapshots)
      await readSnapshot(repository, { snapshot, signal, folder: path, isDeep: true, onNode });
  });
  if (path !== undefined && !found) throw new Refusal('no-such-file');
  return found?.type === 'file';
}

interface Sending extends Serving {
  readonly snapshots: readonly string[];
  readonly archive: 'tar' | 'zip' | undefined;
}

async function send({ work, wish, signal, snapshots, archive }: Sending, output: Writable): Promise<void> {
  const { hostCode, path = '/' } = wish;
  await work.repositories.use(hostCode, async (repository) => {
    if (snapshots.length === 1)
      return readFileOf(repository, { snapshot: snapshots[0] ?? '', path, archive, output, signal });
    await joinedTars(output, snapshots, (snapshot, into) =>
      readFileOf(repository, { snapshot, path, archive, output: into, signal }),
    );
  });
}

/** Squeezed on its way. Its end is passed on only where what went in was all. */
async function squeezed(
  file: string,
  output: Writable,
  fill: (into: Writable) => Promise<void>,
): Promise<void> {
  const child = start({ file, args: ['-qc', '-T2'] }, { stdio: ['pipe', 'pipe', 'ignore'] });
  if (!child.stdin || !child.stdout) throw new Error('A pipe has two ends');
  child.stdin.on('error', () => undefined);
  const ended = once(child, 'close') as Promise<[number | null]>;
  ended.catch(() => undefined);
  const between = new PassThrough();
  const out = pipeline(child.stdout, output, { end: false });
  out.catch(() => undefined);
  const into = pipeline(between, child.stdin);
  into.catch(() => undefined);
  try {
    await fill(between);
    await into;
    await out;
    const [code] = await ended;
    if (code !== 0) throw new Error(`${file} ended with ${code}`);
    output.end();
  } finally {
    killGroup(child.pid, 'SIGKILL');
  }
}

function wishOf({ url = '/' }: IncomingMessage): BytesWish {
  const asked: unknown = JSON.parse(Buffer.from(url.slice(1), 'base64url').toString());
  return BytesWish.parse(asked);
}

async function answer(work: BackupWork, wish: BytesWish, reply: ServerResponse): Promise<void> {
  const gone = new AbortController();
  reply.once('close', () => gone.abort());
  const point = await readyPoint(work.db, wish.hostCode, wish.point);
  const serving: Serving = { work, point, wish, signal: gone.signal };
  const snapshots = sourcesOf(point, wish);
  if (snapshots.length === 0) throw new Refusal('backup-lacks-part');
  const isFile = await isPlainFile(serving, snapshots);
  const zstd = await findProgram('zstd');
  const squeezes = wish.format === 'tar.zst' && !isFile;
  if (squeezes && zstd === undefined) throw new Refusal('tool-missing', { values: { package: 'zstd' } });
  // Sent with the first byte: what fails before that can still be named.
  if (isFile) reply.setHeader(IS_FILE, '1');
  const form = wish.format === 'zip' ? 'zip' : 'tar';
  const sending: Sending = { ...serving, snapshots, archive: isFile ? undefined : form };
  const fill = (output: Writable) => send(sending, output);
  await (squeezes && zstd !== undefined ? squeezed(zstd, reply, fill) : fill(reply));
}

/** A refusal before the first byte is told; after it the connection breaks, so that nobody takes a part for the whole. */
function fail(reply: ServerResponse, error: unknown): void {
  if (reply.headersSent) return void reply.destroy();
  reply.writeHead(isRefusal(error) ? 400 : 500);
  reply.end(isRefusal(error) ? JSON.stringify({ reason: error.reason }) : '');
}

export interface BytesServer {
  close(): Promise<void>;
}

/** Hands out bytes of points to whoever may open the socket: the API alone. */
export async function serveBytes(
  work: BackupWork,
  at: { readonly socket: string; readonly owner?: Identity; readonly log: Logger },
): Promise<BytesServer> {
  const few = limitPerKey(DOWNLOADS_OF_HOST);
  const serve = async (request: IncomingMessage, reply: ServerResponse): Promise<void> => {
    const wish = wishOf(request);
    try {
      await few(wish.hostCode, () => answer(work, wish, reply));
    } catch (error) {
      await noteDamage(work, wish.hostCode, error);
      throw error;
    }
  };
  const server = createServer((request, reply) => {
    reply.on('error', () => undefined);
    void serve(request, reply).catch((err: unknown) => {
      if (!isRefusal(err) && !reply.destroyed) at.log.warn({ err }, 'bytes of a backup');
      fail(reply, err);
    });
  });
  // A reader who stands still holds the repository for nobody.
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
