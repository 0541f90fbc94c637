import { z } from 'zod';
import { faultMessage, isOpen, UPLOAD_LEASE_MS, type HostCode, type TaskProgress } from '@sitedeck/contract';
import type { Ending, TaskStore } from '#queue/task-store';
import type { TaskRow } from '#state/tables';
import type { UploadReport } from '#files/link/child-messages';
import { isRefusal, Refusal } from '#faults/refusal';

/** What the task of an upload remembers. Without `fileNum` nobody announced how much will come. */
const UploadParams = z.object({
  uploadId: z.string(),
  targetPath: z.string(),
  fileNum: z.number().optional(),
  size: z.number().optional(),
});
type UploadParams = z.infer<typeof UploadParams>;

export const uploadParams = (task: TaskRow): UploadParams => UploadParams.parse(task.params);

export interface NewUpload extends UploadParams {
  readonly hostCode: HostCode;
  readonly operator: string;
}

export const createUpload = (
  store: TaskStore,
  { hostCode, operator, ...params }: NewUpload,
): Promise<TaskRow> =>
  store.create({
    hostCode,
    operator,
    params,
    type: 'UPLOAD_FILE',
    status: 'RUNNING',
    leaseMs: UPLOAD_LEASE_MS,
  });

/** The task of an upload nobody announced. Of two first slices at once the second finds what the first has made. */
async function createOrFind(store: TaskStore, wish: NewUpload): Promise<TaskRow | 'begun'> {
  try {
    await createUpload(store, wish);
    return 'begun';
  } catch (error) {
    const made = await store.byUpload(wish.hostCode, wish.uploadId);
    if (made) return made;
    throw error;
  }
}

/** Whether a slice begins an upload that nobody announced, or begins it anew after its end. */
export type Admitted = 'begins' | 'goes on';

/**
 * Lets a slice in: its upload runs and holds the workspace, or takes it (again). Refuses `upload-stopped`,
 * `workspace-busy`.
 */
export async function admitSlice(store: TaskStore, wish: NewUpload): Promise<Admitted> {
  const task = (await store.byUpload(wish.hostCode, wish.uploadId)) ?? (await createOrFind(store, wish));
  if (task === 'begun') return 'begins';
  if (task.status === 'STOP' || task.cancel_requested) throw new Refusal('upload-stopped');
  const announced = uploadParams(task).fileNum !== undefined;
  if (!isOpen(task.status)) {
    // A slice sent twice after the end is harmless; more than was announced is not taken.
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

/** How an upload that is closed before its time ends. @param failed names of files that did not make it */
export function endingOf(failed: readonly FailedFile[], taskId: number): Ending {
  if (failed.length === 0) return { status: 'RUNNING_SUCCESS' };
  const reason = 'upload-incomplete';
  const message = faultMessage(reason, 'zh-CN', { count: failed.length });
  const info = { reason, message, id: `task-${taskId}`, count: failed.length, failed: failed.slice(0, 100) };
  return { status: 'RUNNING_FAIL', info };
}

/** An upload whose only request was refused. */
const NOTHING: FailedFile = { path: '', message: '' };

const progressOf = (params: UploadParams, report: UploadReport): TaskProgress => ({
  files: report.files,
  bytes: report.bytes,
  ...(params.fileNum !== undefined && { filesTotal: params.fileNum }),
  ...(params.size !== undefined && { bytesTotal: params.size }),
  ...(report.current !== undefined && { current: report.current }),
});

/** Keeps the tasks of uploads true to what the children report. */
export class UploadRecords {
  private readonly writing = new Map<string, Promise<void>>();
  /** What is to be written next; a newer report takes the place of one that waits. */
  private readonly next = new Map<string, UploadReport>();
  /** Files announced, by upload. */
  private readonly announced = new Map<string, number>();

  constructor(
    private readonly store: TaskStore,
    private readonly onFailure: (error: unknown) => void,
  ) {}

  /** Resolves when it is written, at once where nothing depends on it: the upload goes on. */
  report(hostCode: HostCode, report: UploadReport): Promise<void> {
    const key = `${hostCode} ${report.id}`;
    const waits = this.next.has(key);
    this.next.set(key, report);
    const written = waits ? this.settledOf(key) : this.queue(hostCode, key);
    return report.files < (this.announced.get(key) ?? 0) ? Promise.resolve() : written;
  }

  /** Resolves when everything reported so far is written. */
  async settled(): Promise<void> {
    await Promise.all(this.writing.values());
  }

  private settledOf(key: string): Promise<void> {
    return this.writing.get(key) ?? Promise.resolve();
  }

  private queue(hostCode: HostCode, key: string): Promise<void> {
    const write = async () => {
      const report = this.next.get(key);
      this.next.delete(key);
      if (report) await this.write(hostCode, key, report);
    };
    const written = this.settledOf(key)
      .then(write)
      .catch((error: unknown) => {
        // Ended or taken over meanwhile: its slices are refused by themselves.
        if (!isRefusal(error)) this.onFailure(error);
      });
    this.writing.set(key, written);
    void written.then(() => {
      if (this.writing.get(key) === written) this.writing.delete(key);
    });
    return written;
  }

  private async write(hostCode: HostCode, key: string, report: UploadReport): Promise<void> {
    const task = await this.store.byUpload(hostCode, report.id);
    if (!task || task.status === 'STOP') return;
    const params = uploadParams(task);
    const { fileNum } = params;
    if (!isOpen(task.status)) {
      if (fileNum !== undefined || report.open === 0) return;
      await this.store.reopen(task.id, UPLOAD_LEASE_MS);
    }
    await this.store.progress(task.id, progressOf(params, report));
    const complete = report.open === 0 && report.files >= (fileNum ?? 0);
    if (complete) await this.store.finish(task.id, endingOf(report.files === 0 ? [NOTHING] : [], task.id));
    if (complete || fileNum === undefined) this.announced.delete(key);
    else this.announced.set(key, fileNum);
  }
}
