import { z } from 'zod';
import { isOpen, type TaskKind, type TaskStatus } from './kind';

/** Counts that a running task reports, the same for every kind of task. An absent number is unknown, never zero. */
export interface TaskCounts {
  readonly files?: number | undefined;
  readonly filesTotal?: number | undefined;
  readonly filesFailed?: number | undefined;
  /** Number of database rows processed. */
  readonly rows?: number | undefined;
  readonly bytes?: number | undefined;
  readonly bytesTotal?: number | undefined;
  /** Bytes per second over the last seconds. */
  readonly rate?: number | undefined;
  /** Name of the file or item in progress. */
  readonly current?: string | undefined;
}

const share = z.number().min(0).max(1).optional();
const count = z.number().optional();
const name = z.string().optional();

/**
 * Progress of a task, under the specification's names for its kind (section 3). Sizes in bytes, rates in bytes per
 * second, shares from 0 to 1. An absent number is unknown, never zero.
 */
export const TaskProgress = z.object({
  /** A site move. */
  copiedFiles: count,
  copiedBytes: count,
  processing: name,

  /** An upload. `whichFile` counts from 1; `succeed` appears once it has ended. */
  uploaded: count,
  uploading: name,
  whichFile: count,
  ratio: share,
  succeed: count,

  /** A download. */
  progress: share,
  downloaded: count,

  /** Decompression and every other kind. */
  filename: name,
  processed: count,
  size: count,

  /** Any kind: number of files and bytes in all, files that failed, database rows, rate. */
  total: count,
  totalSize: count,
  failed: count,
  rows: count,
  rate: count,
});
export type TaskProgress = z.infer<typeof TaskProgress>;
export type TaskProgressField = keyof TaskProgress;

const shareOf = (done: number | undefined, total: number | undefined): number | undefined =>
  total !== undefined && total > 0 ? Math.min(1, (done ?? 0) / total) : undefined;

/** Completed share, 0 to 1, or undefined if the total is unknown. Bytes are more exact than files. */
const shareOfCounts = ({ bytes, bytesTotal, files, filesTotal }: TaskCounts): number | undefined =>
  shareOf(bytes, bytesTotal) ?? shareOf(files, filesTotal);

function uploadProgress(counts: TaskCounts, status: TaskStatus): TaskProgress {
  const { files, filesTotal, filesFailed, bytes, current } = counts;
  const common = { uploaded: files, size: bytes, ratio: shareOfCounts(counts) };
  if (!isOpen(status)) return { ...common, succeed: files };
  const begun = (files ?? 0) + (filesFailed ?? 0) + 1;
  const whichFile = filesTotal === undefined ? undefined : Math.min(begun, filesTotal);
  return { ...common, uploading: current, whichFile };
}

function namedByKind(kind: TaskKind, status: TaskStatus, counts: TaskCounts): TaskProgress {
  const { files, bytes, current } = counts;
  switch (kind) {
    case 'SITE_MOVE':
    case 'SITE_MOVE_CHECK':
      return { copiedFiles: files, copiedBytes: bytes, processing: current };
    case 'UPLOAD_FILE':
      return uploadProgress(counts, status);
    case 'COMPRESS':
    case 'REMOTE_DOWNLOAD':
      return {
        progress: shareOfCounts(counts),
        downloaded: bytes,
        processed: files,
        filename: current,
      };
    default:
      return { filename: current, processed: files, size: bytes };
  }
}

/** The same counts under the names of the kind of task. */
export function progressOf(kind: TaskKind, status: TaskStatus, counts: TaskCounts): TaskProgress {
  const { filesTotal: total, bytesTotal: totalSize, filesFailed: failed, rows, rate } = counts;
  return { ...namedByKind(kind, status, counts), total, totalSize, failed, rows, rate };
}

/** The counts of a progress, whatever the kind of its task: for bars and lines that all kinds share. */
export const countsOf = (progress: TaskProgress): TaskCounts => ({
  files: progress.uploaded ?? progress.copiedFiles ?? progress.processed,
  filesTotal: progress.total,
  filesFailed: progress.failed,
  rows: progress.rows,
  bytes: progress.size ?? progress.copiedBytes ?? progress.downloaded,
  bytesTotal: progress.totalSize,
  rate: progress.rate,
  current: progress.uploading ?? progress.processing ?? progress.filename,
});

/** Completed share of a task, 0 to 1, or undefined if the total is unknown. */
export const shareDone = (progress: TaskProgress): number | undefined => shareOfCounts(countsOf(progress));
