import { once } from 'node:events';
import { PassThrough, type Writable } from 'node:stream';
import { fillProgram } from '#system/streams/through-program';
import { Refusal } from '#faults/refusal';
import { DUMP_NAME } from '#system/restic/write-snapshot';
import { readSnapshotFile } from '#system/restic/read-file';
import { readEntries, type SnapshotEntry } from '#system/restic/snapshot-entries';
import type { PointRow } from '#state/backup-tables';
import type { DownloadRequest } from '#features/backup/protocol';
import type { BackupTools } from '../tools';

export interface DownloadSource {
  readonly tools: BackupTools;
  readonly request: DownloadRequest;
  readonly snapshots: readonly string[];
  readonly signal: AbortSignal;
}

/** The snapshots of a point that hold what was requested. */
export function snapshotsFor(
  { files_snapshot, database_snapshot }: PointRow,
  { path, format }: DownloadRequest,
): string[] {
  if (path === `/${DUMP_NAME}`) return database_snapshot === null ? [] : [database_snapshot];
  const all = [...(path === undefined ? [database_snapshot] : []), files_snapshot];
  const found = all.filter((snapshot) => snapshot !== null);
  // Two zips can't be concatenated: the directory of a zip is at its end.
  return format === 'zip' ? found.slice(-1) : found;
}

/**
 * Whether the requested path is a file; a folder is sent as an archive. Reads every entry that will be sent, so that damage
 * is reported before the first byte. Refuses with `no-such-file`.
 */
export async function isSingleFile({ tools, request, snapshots, signal }: DownloadSource): Promise<boolean> {
  const { path, hostCode } = request;
  let found: SnapshotEntry | undefined;
  const onEntry = (entry: SnapshotEntry) => {
    if (entry.path === path) found = entry;
  };
  await tools.repositories.useShared(hostCode, async (repository) => {
    for (const snapshot of snapshots)
      await readEntries(repository, { snapshot, signal, folder: path, isDeep: true, onEntry });
  });
  if (path !== undefined && !found) throw new Refusal('no-such-file');
  return found?.type === 'file';
}

/** Writes the requested file or archive, and ends `output` only if it is complete. */
export async function writeDownload(
  { tools, request, snapshots, signal }: DownloadSource,
  archive: 'tar' | 'zip' | undefined,
  output: Writable,
): Promise<void> {
  const { hostCode, path = '/' } = request;
  await tools.repositories.useShared(hostCode, async (repository) => {
    if (snapshots.length === 1)
      return readSnapshotFile(repository, { snapshot: snapshots[0] ?? '', path, archive, output, signal });
    await joinTars(output, snapshots, (snapshot, into) =>
      readSnapshotFile(repository, { snapshot, path, archive, output: into, signal }),
    );
  });
}

/** Size of the two empty blocks that end a tar, bytes; restic writes no further padding. */
const TAR_END_BYTES = 1024;

/**
 * Concatenates tars: each but the last loses its end marker.
 * @param read writes one tar, and ends it only if it is complete
 */
async function joinTars<Source>(
  output: Writable,
  sources: readonly Source[],
  read: (source: Source, into: Writable) => Promise<void>,
): Promise<void> {
  const write = async (chunk: Buffer) => {
    if (output.destroyed) throw new Error('the receiver is gone');
    if (!output.write(chunk)) await Promise.race([once(output, 'drain'), once(output, 'close')]);
  };
  let tail = Buffer.alloc(0);
  for (const source of sources) {
    const into = new PassThrough();
    const done = read(source, into);
    done.catch((error: unknown) => into.destroy(error instanceof Error ? error : new Error('stopped')));
    tail = Buffer.alloc(0);
    for await (const chunk of into as AsyncIterable<Buffer>) {
      tail = Buffer.concat([tail, chunk]);
      if (tail.length <= TAR_END_BYTES) continue;
      await write(tail.subarray(0, tail.length - TAR_END_BYTES));
      tail = Buffer.from(tail.subarray(tail.length - TAR_END_BYTES));
    }
    await done;
  }
  await write(tail);
  output.end();
}

/** Compresses what `fill` writes with zstd, and ends `output` only if both succeeded. */
export const compressTo = (
  zstd: string,
  output: Writable,
  fill: (into: Writable) => Promise<void>,
): Promise<void> =>
  fillProgram({
    command: { file: zstd, args: ['-qc', '-T2'] },
    options: { failure: (lastWords) => new Error(`${zstd}: ${lastWords}`) },
    fill,
    output,
  });
