import type { UploadItem } from './upload-plan';
import { uploadRatio, uploadResult, type UploadPhase, type UploadSnapshot } from './upload-state';

export interface JobView {
  readonly id: string;
  readonly folder: string;
  readonly snapshot: UploadSnapshot;
  /** The upload has ended, but files that were not chosen again are saved for later. */
  readonly hasLeft: boolean;
}

/** All uploads that were not dismissed: each one, and their totals. */
export interface QueueView {
  readonly jobs: readonly JobView[];
  readonly all: UploadSnapshot;
}

/** Snapshot of an upload that waits for its turn. */
export const waitingSnapshot = (folder: string, items: readonly UploadItem[]): UploadSnapshot => ({
  folder,
  startedAt: Date.now(),
  phase: { is: 'starting' },
  uploaded: 0,
  total: items.length,
  size: 0,
  totalSize: items.reduce((sum, { size }) => sum + size, 0),
  ratio: 0,
  failed: [],
});

const sumOf = (snapshots: readonly UploadSnapshot[], of: 'uploaded' | 'total' | 'size' | 'totalSize') =>
  snapshots.reduce((sum, snapshot) => sum + snapshot[of], 0);

function endOf(snapshots: readonly UploadSnapshot[], failed: number): UploadPhase {
  const stopped = snapshots.some(({ phase }) => phase.is === 'ended' && phase.result === 'STOP');
  return { is: 'ended', result: uploadResult(failed, stopped) };
}

export function joinViews(jobs: readonly JobView[]): QueueView {
  const snapshots = jobs.map(({ snapshot }) => snapshot);
  const now = snapshots.find(({ phase }) => phase.is !== 'ended');
  const shown = now ?? snapshots.at(-1) ?? waitingSnapshot('/', []);
  const failed = snapshots.flatMap((snapshot) => snapshot.failed);
  const counts = {
    uploaded: sumOf(snapshots, 'uploaded'),
    total: sumOf(snapshots, 'total'),
    size: sumOf(snapshots, 'size'),
    totalSize: sumOf(snapshots, 'totalSize'),
  };
  const { rate, uploading } = shown;
  return {
    jobs,
    all: {
      folder: shown.folder,
      startedAt: Math.min(...snapshots.map(({ startedAt }) => startedAt)),
      phase: now?.phase ?? endOf(snapshots, failed.length),
      ...counts,
      ratio: uploadRatio(counts),
      failed,
      ...(rate !== undefined && { rate }),
      ...(uploading !== undefined && { uploading }),
    },
  };
}
