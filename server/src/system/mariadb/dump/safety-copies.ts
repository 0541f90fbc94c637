import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { SAFETY_COPY_DAYS, type HostCode, type SafetyCopy } from '@sitedeck/contract';
import { codeOf } from '#faults/error-code';
import type { Identity } from '#system/process/identity';
import { Refusal } from '#faults/refusal';
import { startFilter, throughProgram } from '#system/streams/through-program';
import type { DumpRequest } from './dump';
import type { Gap } from './gaps';

const KEPT_MS = SAFETY_COPY_DAYS * 24 * 3600_000;

type UndoneType = SafetyCopy['taskType'];
/** The task that follows: one of this kind, or the undo of one. */
export type CopyKind = UndoneType | `UNDO_${UndoneType}`;
const NAME = /^(\d{1,15})\.(UNDO_)?(DB_IMPORT|DB_EMPTY|DB_REPLACE|DB_BACKUP_RESTORE)\.sql\.zst$/;

export interface SafetyCopyStore {
  /** Only root may enter it. */
  readonly folder: string;
  /** The identity that runs the packer; undefined: this process's own. */
  readonly identity?: Identity | undefined;
}

export interface SafetyCopyRequest {
  readonly hostCode: HostCode;
  readonly taskId: number;
  readonly kind: CopyKind;
  readonly dump: (request: Pick<DumpRequest, 'output'>) => Promise<readonly Gap[]>;
  /** Receives the bytes of the copy so far. */
  readonly onBytes: (bytes: number) => void;
}

const failed = (why: string): Refusal => new Refusal('dump-failed', { values: { why } });
const fileOf = (
  { folder }: SafetyCopyStore,
  { hostCode, taskId, kind }: Pick<SafetyCopyRequest, 'hostCode' | 'taskId' | 'kind'>,
): string => join(folder, hostCode, `${taskId}.${kind}.sql.zst`);

async function* counted(
  source: Readable,
  onBytes: SafetyCopyRequest['onBytes'],
): AsyncGenerator<Buffer, void> {
  let bytes = 0;
  for await (const chunk of source as AsyncIterable<Buffer>) {
    onBytes((bytes += chunk.length));
    yield chunk;
  }
}

/**
 * Compresses a dump while it is written; the copy gets its name only when the dump is complete.
 * @returns what can't be read and is left out of the copy
 */
export async function writeSafetyCopy(
  store: SafetyCopyStore,
  request: SafetyCopyRequest,
): Promise<readonly Gap[]> {
  const place = fileOf(store, request);
  const partial = `${place}.partial`;
  await mkdir(join(store.folder, request.hostCode), { recursive: true, mode: 0o700 });
  const packer = startFilter(
    { file: 'zstd', args: ['-q', '-3', '-c'] },
    { identity: store.identity, failure: failed },
  );
  const file = createWriteStream(partial, { mode: 0o600, flush: true });
  try {
    const written = pipeline(packer.output, (source: Readable) => counted(source, request.onBytes), file);
    const [gaps] = await Promise.all([
      request.dump({ output: packer.input }).catch((error: unknown) => {
        packer.fail(error instanceof Error ? error : new Error(String(error)));
        throw error;
      }),
      written,
    ]);
    await rename(partial, place);
    return gaps;
  } catch (error) {
    throw isFull(error) ? new Refusal('disk-full') : error;
  } finally {
    // Wait until the file is open: otherwise it would be created after its removal. Its failure is already
    // reported.
    if (!file.closed) await once(file.destroy(), 'close').catch(() => undefined);
    await rm(partial, { force: true });
  }
}

const isFull = (error: unknown): boolean => ['ENOSPC', 'EDQUOT'].includes(codeOf(error) ?? '');

interface FoundCopy extends SafetyCopy {
  readonly file: string;
}

async function found({ folder }: SafetyCopyStore, hostCode: HostCode): Promise<FoundCopy[]> {
  const names = await readdir(join(folder, hostCode)).catch(() => []);
  const copies = names.map(async (name): Promise<FoundCopy | undefined> => {
    const [, id, undo, type] = NAME.exec(name) ?? [];
    const file = join(folder, hostCode, name);
    const stats = id === undefined ? undefined : await stat(file).catch(() => undefined);
    if (!stats) return undefined;
    const at = stats.mtime.toISOString();
    const expiresAt = new Date(stats.mtimeMs + KEPT_MS).toISOString();
    const taskType = type as UndoneType;
    const isUndo = undo === undefined ? {} : { isUndo: true as const };
    return { taskId: Number(id), taskType, ...isUndo, at, expiresAt, bytes: stats.size, file };
  });
  const all = (await Promise.all(copies)).filter((copy) => copy !== undefined);
  return all.sort((one, other) => other.taskId - one.taskId);
}

/** Newest first. */
export async function listSafetyCopies(store: SafetyCopyStore, hostCode: HostCode): Promise<SafetyCopy[]> {
  return (await found(store, hostCode)).map(({ file: _file, ...copy }) => copy);
}

/** Opens the copy taken before a task, as SQL. Refuses with `safety-gone`. */
export async function openSafetyCopy(
  store: SafetyCopyStore,
  hostCode: HostCode,
  taskId: number,
): Promise<{ readonly source: Readable; readonly bytes: number }> {
  const copy = (await found(store, hostCode)).find((one) => one.taskId === taskId);
  if (!copy) throw new Refusal('safety-gone', { values: { days: SAFETY_COPY_DAYS } });
  const packed = createReadStream(copy.file);
  const unpack = { file: 'zstd', args: ['-q', '-d', '-c'] };
  return {
    source: throughProgram(packed, unpack, { identity: store.identity, failure: failed }),
    bytes: copy.bytes,
  };
}

/** Removes expired copies, partial copies of a lost worker, and copies of removed hosts. */
export async function sweepSafetyCopies(
  store: SafetyCopyStore,
  { now, hosts }: { readonly now: number; readonly hosts: ReadonlySet<string> },
): Promise<void> {
  for (const host of await readdir(store.folder).catch(() => [])) {
    const folder = join(store.folder, host);
    for (const name of await readdir(folder).catch(() => [])) {
      const file = join(folder, name);
      const stats = await stat(file).catch(() => undefined);
      if (stats && (now - stats.mtimeMs > KEPT_MS || !hosts.has(host))) await rm(file, { force: true });
    }
    if (!hosts.has(host)) await rm(folder, { recursive: true, force: true });
  }
}
