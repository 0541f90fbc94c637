import { faultMessage, isOpen, UPLOAD_LEASE_MS, type HostCode, type TaskCounts } from '@sitedeck/contract';
import { beginLeasedTask } from '#queue/enqueue';
import type { Ending, TaskStore } from '#queue/task-store';
import type { TaskRow } from '#state/tables';
import type { UploadReport } from '#files/link/child-messages';
import { isRefusal, Refusal } from '#faults/refusal';
import { makeMutexPerKey } from '#system/concurrency/mutex';
import { UploadParams, uploadTask } from './tasks';

export const uploadParams = (task: TaskRow): UploadParams => UploadParams.parse(task.params);

export interface NewUpload extends UploadParams {
  readonly hostCode: HostCode;
  readonly operator: string;
}

export const createUpload = (
  store: TaskStore,
  { hostCode, operator, ...params }: NewUpload,
): Promise<TaskRow> => beginLeasedTask(store, uploadTask, { hostCode, operator, payload: params });

/** Creates the task of an upload that was not announced; of two first slices at once, the second finds the first one's task. */
async function createOrFind(store: TaskStore, upload: NewUpload): Promise<TaskRow | 'begun'> {
  try {
    await createUpload(store, upload);
    return 'begun';
  } catch (error) {
    const made = await store.byUpload(upload.hostCode, upload.uploadId);
    if (made) return made;
    throw error;
  }
}

/** Whether its user stopped an upload; with failed files it then counts as failed. */
export const wasStopped = ({ status, cancel_requested }: TaskRow): boolean =>
  status === 'STOP' || cancel_requested;

/** Whether a slice begins an unannounced upload, possibly after an earlier one ended, or continues one. */
export type SliceAdmission = 'begins' | 'goes on';

/**
 * Admits a slice: its upload holds the workspace lock, or takes it. Refuses with `upload-stopped` or `workspace-busy`.
 */
export async function admitSlice(store: TaskStore, upload: NewUpload): Promise<SliceAdmission> {
  const task =
    (await store.byUpload(upload.hostCode, upload.uploadId)) ?? (await createOrFind(store, upload));
  if (task === 'begun') return 'begins';
  if (wasStopped(task)) throw new Refusal('upload-stopped');
  const announced = uploadParams(task).fileNum !== undefined;
  if (!isOpen(task.status)) {
    // A slice sent again after the end is harmless; more than was announced is refused.
    if (announced && task.status === 'RUNNING_SUCCESS') return 'goes on';
    if (announced) throw new Refusal('upload-stopped');
    await store.reopen(task.id, UPLOAD_LEASE_MS);
    return 'begins';
  }
  const lease = task.lease_until?.getTime() ?? 0;
  if (lease < Date.now() + UPLOAD_LEASE_MS / 2) await store.renewLease(task.id, UPLOAD_LEASE_MS);
  return 'goes on';
}

export interface FailedFile {
  readonly path: string;
  readonly message: string;
}

/**
 * The outcome of an upload that is closed early.
 * @param failed incomplete files
 */
export function uploadEndingOf(failed: readonly FailedFile[], taskId: number): Ending {
  if (failed.length === 0) return { status: 'RUNNING_SUCCESS' };
  const reason = 'upload-incomplete';
  const message = faultMessage(reason, 'zh-CN', { count: failed.length });
  const info = { reason, message, id: `task-${taskId}`, count: failed.length, failed: failed.slice(0, 100) };
  return { status: 'RUNNING_FAIL', info };
}

/** Of an upload that was stopped in the task center or another tab, only the sender knows which files failed. */
export async function recordLateFailures(
  store: TaskStore,
  task: TaskRow,
  failed: readonly FailedFile[],
): Promise<Record<string, never>> {
  if (failed.length > 0) await store.failStopped(task, uploadEndingOf(failed, task.id), failed.length);
  return {};
}

/** Represents the file of an upload whose only request was refused. */
const NOTHING: FailedFile = { path: '', message: '' };

const progressOf = (params: UploadParams, report: UploadReport): TaskCounts => ({
  files: report.files,
  bytes: report.bytes,
  ...(params.fileNum !== undefined && { filesTotal: params.fileNum }),
  ...(params.size !== undefined && { bytesTotal: params.size }),
  ...(report.current !== undefined && { current: report.current }),
});

/** Writes the children's upload reports to the tasks. */
export class UploadRecords {
  private readonly inTurn = makeMutexPerKey<string>();
  /** Per upload, the next report to store; a newer one replaces it. */
  private readonly next = new Map<string, UploadReport>();
  /** Number of announced files, by upload. */
  private readonly announced = new Map<string, number>();

  constructor(
    private readonly store: TaskStore,
    private readonly onFailure: (error: unknown) => void,
  ) {}

  /** Resolves when the report of a finished upload is stored; at once for an upload in progress. */
  report(hostCode: HostCode, report: UploadReport): Promise<void> {
    const key = `${hostCode} ${report.id}`;
    this.next.set(key, report);
    const written = this.inTurn.run(key, () => this.writeNext(hostCode, key));
    return report.files < (this.announced.get(key) ?? 0) ? Promise.resolve() : written;
  }

  /** Resolves when every report so far is stored. */
  async settled(): Promise<void> {
    await this.inTurn.settled();
  }

  private async writeNext(hostCode: HostCode, key: string): Promise<void> {
    const report = this.next.get(key);
    this.next.delete(key);
    try {
      if (report) await this.write(hostCode, key, report);
    } catch (error) {
      // The task has ended or continues elsewhere, so its slices are refused anyway.
      if (!isRefusal(error)) this.onFailure(error);
    }
  }

  private async write(hostCode: HostCode, key: string, report: UploadReport): Promise<void> {
    const task = await this.store.byUpload(hostCode, report.id);
    if (!task || wasStopped(task)) return;
    const params = uploadParams(task);
    const { fileNum } = params;
    if (!isOpen(task.status)) {
      if (fileNum !== undefined || report.open === 0) return;
      await this.store.reopen(task.id, UPLOAD_LEASE_MS);
    }
    await this.store.progress(task.id, progressOf(params, report));
    const complete = report.open === 0 && report.files >= (fileNum ?? 0);
    if (complete)
      await this.store.finish(task.id, uploadEndingOf(report.files === 0 ? [NOTHING] : [], task.id));
    if (complete || fileNum === undefined) this.announced.delete(key);
    else this.announced.set(key, fileNum);
  }
}
