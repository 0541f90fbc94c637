import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { CONTENTS_MAX, type FileTarget, type ListedFile } from '#files/link/protocol';
import { Refusal } from '#faults/refusal';
import { fileTarget } from '#sites/file-target';
import type { TaskContext } from '#queue/worker/run-task';
import { ignoredHashes, recordSeen, type SeenFile } from '../scan-store';
import type { ScanPayload } from '../tasks';
import { KnownFiles } from './known-files';
import { Originals } from './originals';
import { PathList } from './path-list';
import { readContents, type ReadFile } from './read-contents';
import type { ScanInput, Scanner, ScanTools } from './tools';

/** Bytes of a file that are read; programs of sites are far smaller. */
export const SCAN_BYTES_MAX = 16 * 1024 * 1024;
/** A batch is judged when it has this many files, or bytes. */
const BATCH_FILES = 256;
const BATCH_BYTES = 32 * 1024 * 1024;
/** Files with findings that one scan records: more than an owner can look at. */
const SEEN_MAX = 10_000;

/** SHA-256 in hexadecimal. */
export const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

type Context = Pick<TaskContext<ScanPayload>, 'scope' | 'signal' | 'progress' | 'taskId' | 'payload'>;

/** A file on its way through a scan. */
interface Reading {
  readonly path: string;
  readonly file: ReadFile;
}

interface ReadableFile {
  readonly path: string;
  readonly file: Extract<ReadFile, { is: 'content' }>;
  /** Of what was read. */
  readonly hash: string;
}

export interface ScanTotals {
  /** Regular files of the site. */
  readonly files: number;
  /** Files that were read, the others had not changed. */
  readonly read: number;
  /** Bytes that were read. */
  readonly bytes: number;
  /** Whether findings were left out because there were too many. */
  readonly isCut: boolean;
}

/** What has changed since the last scan, and what can't be read at all. */
interface FileList {
  readonly changed: PathList;
  readonly unreadable: readonly string[];
  readonly files: number;
}

async function listFiles(
  { files }: ScanTools,
  { scope, signal, progress }: Context,
  known: KnownFiles,
): Promise<FileList> {
  const changed = new PathList();
  const unreadable: string[] = [];
  let count = 0;
  await files.call(
    'stream',
    { ...fileTarget(scope.host), stream: 'listForScan', body: {} },
    {
      signal,
      onProgress: ({ events }) => {
        // The link has parsed them with the schema of this stream.
        for (const event of events as readonly ListedFile[]) {
          if (event.is === 'unreadable') {
            if (unreadable.length < SEEN_MAX) unreadable.push(event.path);
            continue;
          }
          count += 1;
          const mark = known.markOf(event.path, event.stamp);
          if (known.has(mark)) known.add(mark);
          else changed.add(event.path);
        }
        progress({ files: 0, bytes: 0, current: '' });
      },
    },
  );
  return { changed, unreadable, files: count };
}

/** Judges what was read, and records what is not clean. */
class Judge {
  private seen = 0;
  read = 0;
  bytes = 0;
  constructor(
    private readonly tools: ScanTools,
    private readonly context: Context,
    private readonly parts: {
      readonly scanner: Scanner;
      readonly known: KnownFiles;
      readonly ignored: ReadonlySet<string>;
      readonly originals: Originals;
      readonly total: number;
    },
  ) {}

  get isCut(): boolean {
    return this.seen >= SEEN_MAX;
  }

  async judge(batch: readonly Reading[]): Promise<void> {
    const { scanner, known, ignored, originals } = this.parts;
    const readable = batch.flatMap(({ path, file }) =>
      file.is === 'content' ? [{ path, file, hash: hashOf(file.content) }] : [],
    );
    const [trusted, doubtful] = splitBy(
      readable,
      ({ path, hash }) => ignored.has(hash) || originals.isOriginal(path, hash) === true,
    );
    for (const { path, file, hash } of trusted)
      if (!ignored.has(hash)) known.add(known.markOf(path, file.stamp));
    const verdicts = await scanner.scan(doubtful.map(inputOf), this.context.signal);
    const seen = doubtful.flatMap(({ path, file, hash }, index) => {
      const verdict = verdicts[index] ?? { is: 'unknown', why: 'crashed' };
      if (verdict.is !== 'clean') return [{ ...seenOf(path, file), verdict, hash }];
      if (originals.isOriginal(path, hash) === false)
        originals.noteChanged(path, { ...seenOf(path, file), hash }, file.content);
      else known.add(known.markOf(path, file.stamp));
      return [];
    });
    const closed = batch.flatMap(({ path, file }) =>
      file.is === 'failed' && file.why === 'closed' ? [unreadable(path)] : [],
    );
    await this.record([...seen, ...closed]);
    this.report(batch);
  }

  async record(all: readonly SeenFile[]): Promise<void> {
    const { context, tools } = this;
    const seen = all.slice(0, SEEN_MAX - this.seen);
    this.seen += seen.length;
    await recordSeen(tools.db, { hostCode: context.scope.hostCode, taskId: context.taskId }, seen);
  }

  private report(batch: readonly Reading[]): void {
    this.read += batch.length;
    for (const { file } of batch) if (file.is === 'content') this.bytes += file.bytes;
    const current = batch.at(-1)?.path ?? '';
    this.context.progress({
      ...{ files: this.read, filesTotal: this.parts.total, bytes: this.bytes },
      current: Buffer.from(current, 'latin1').toString('utf8'),
    });
  }
}

const inputOf = ({ path, file: { content, size } }: ReadableFile): ScanInput => ({
  name: Buffer.from(path, 'latin1').toString('utf8'),
  ...{ bytes: content, size },
});

function splitBy<Value>(
  all: readonly Value[],
  holds: (value: Value) => boolean,
): readonly [readonly Value[], readonly Value[]] {
  return [all.filter(holds), all.filter((value) => !holds(value))];
}

const seenOf = (path: string, { size, modified }: Extract<ReadFile, { is: 'content' }>) => ({
  ...{ path: Buffer.from(path, 'latin1'), size, modified: new Date(modified) },
});

const unreadable = (path: string): SeenFile => ({
  ...{ path: Buffer.from(path, 'latin1'), size: 0, modified: new Date(0), hash: '' },
  verdict: { is: 'unknown', why: 'unreadable' },
});

/** Reads files in batches that fit into memory. */
async function* readBatches(
  { files }: ScanTools,
  {
    target,
    paths,
    signal,
  }: { readonly target: FileTarget; readonly paths: PathList; readonly signal: AbortSignal },
): AsyncGenerator<readonly Reading[]> {
  let batch: Reading[] = [];
  let bytes = 0;
  for (const some of paths.batches(CONTENTS_MAX)) {
    let index = 0;
    for await (const file of readContents(files, target, { paths: some, most: SCAN_BYTES_MAX, signal })) {
      batch.push({ path: some[index] ?? '', file });
      index += 1;
      bytes += file.is === 'content' ? file.bytes : 0;
      if (batch.length < BATCH_FILES && bytes < BATCH_BYTES) continue;
      yield batch;
      [batch, bytes] = [[], 0];
    }
  }
  if (batch.length > 0) yield batch;
}

/** Scans what has changed, or everything. The next batch is read while one is judged. */
export async function scanSite(tools: ScanTools, context: Context): Promise<ScanTotals> {
  const { scope, signal, payload } = context;
  const { hostCode, host } = scope;
  const knownFile = join(tools.knownFolder, hostCode, 'known');
  const known = await KnownFiles.read(
    payload.mode === 'changed' ? knownFile : undefined,
    await tools.rulesVersion(),
  );
  const scanner = await tools.openScanner();
  try {
    const listed = await listFiles(tools, context, known);
    const ignored = await ignoredHashes(tools.db, hostCode);
    const originals = new Originals(await tools.originalsOf(hostCode));
    const total = listed.changed.length;
    const judge = new Judge(tools, context, { scanner, known, ignored, originals, total });
    await judge.record(listed.unreadable.map(unreadable));
    let judging = Promise.resolve();
    for await (const batch of readBatches(tools, {
      target: fileTarget(host),
      paths: listed.changed,
      signal,
    })) {
      await judging;
      judging = judge.judge(batch);
      // Reported by the next round.
      judging.catch(() => undefined);
    }
    await judging;
    await judge.record(originals.changedFiles);
    if (signal.aborted) throw signal.reason instanceof Error ? signal.reason : new Refusal('task-ended');
    await known.write(knownFile);
    return { files: listed.files, read: judge.read, bytes: judge.bytes, isCut: judge.isCut };
  } finally {
    await scanner.close();
  }
}
