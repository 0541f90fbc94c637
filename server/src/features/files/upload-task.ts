import { z } from 'zod';
import { faultMessage, isOpen, UPLOAD_LEASE_MS, type HostCode, type TaskProgress } from '@sitedeck/contract';
import type { Ending, TaskStore } from '../../queue/task-store';
import type { TaskRow } from '../../state/tables';
import type { UploadReport } from '../../system/files/child-wire';
import { isRefusal, Refusal } from '../../system/refusal';

/** What the task of an upload remembers. Without `fileNum` nobody announced how much will come. */
const UploadParams = z.object({
  uploadId: z.string(),
  targetPath: z.string(),
  fileNum: z.number().optional(),
  size: z.number().optional(),
});
type UploadParams = z.infer<typeof UploadParams>;

export const uploadParams = (task: TaskRow): UploadParams => UploadParams.parse(task.params);

/** An upload that nobody announced ends when nothing more came for this long after its last file, ms. */
export const QUIET_MS = 2000;

export interface NewUpload extends UploadParams {
  readonly hostCode: HostCode;
  readonly operator: string;
}

export const createUpload = (store: TaskStore, { hostCode, operator, ...params }: NewUpload): Promise<TaskRow> =>
  store.create({ hostCode, operator, params, type: 'UPLOAD_FILE', status: 'RUNNING', leaseMs: UPLOAD_LEASE_MS });

/** Two first slices at once: the second finds what the first has made. */
async function findOrCreate(store: TaskStore, wish: NewUpload): Promise<TaskRow> {
  const known = await store.byUpload(wish.hostCode, wish.uploadId);
  if (known) return known;
  try {
    return await createUpload(store, wish);
  } catch (error) {
    const made = await store.byUpload(wish.hostCode, wish.uploadId);
    if (made) return made;
    throw error;
  }
}

/**
 * Lets a slice in: its upload runs and holds the workspace, or takes it (again). Refuses `upload-stopped`,
 * `workspace-busy`.
 */
export async function admitSlice(store: TaskStore, wish: NewUpload): Promise<TaskRow> {
  const task = await findOrCreate(store, wish);
  if (task.status === 'STOP' || task.cancel_requested) throw new Refusal('upload-stopped');
  const announced = uploadParams(task).fileNum !== undefined;
  if (!isOpen(task.status)) {
    // A slice sent twice after the end is harmless; more than was announced is not taken.
    if (announced && task.status === 'RUNNING_SUCCESS') return task;
    if (announced) throw new Refusal('upload-stopped');
    await store.reopen(task.id, UPLOAD_LEASE_MS);
    return task;
  }
  const lease = task.lease_until?.getTime() ?? 0;
  if (lease < Date.now() + UPLOAD_LEASE_MS / 2) await store.renewLease(task.id, UPLOAD_LEASE_MS);
  return task;
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

const progressOf = (params: UploadParams, report: UploadReport): TaskProgress => ({
  files: report.files,
  bytes: report.bytes,
  ...(params.fileNum !== undefined && { filesTotal: params.fileNum }),
  ...(params.size !== undefined && { bytesTotal: params.size }),
  ...(report.current !== undefined && { current: report.current }),
});

/** Keeps the tasks of uploads true to what the children report. */
export class UploadRecords {
  private readonly chains = new Map<string, Promise<void>>();
  private readonly quiet = new Map<string, NodeJS.Timeout>();

  constructor(
    private readonly store: TaskStore,
    private readonly onFailure: (error: unknown) => void,
  ) {}

  report(hostCode: HostCode, report: UploadReport): void {
    const key = `${hostCode} ${report.id}`;
    clearTimeout(this.quiet.get(key));
    this.quiet.delete(key);
    this.queue(key, () => this.write(hostCode, report));
  }

  /** Resolves when everything reported so far is written. */
  async settled(): Promise<void> {
    this.quiet.forEach((timer) => clearTimeout(timer));
    await Promise.all(this.chains.values());
  }

  private queue(key: string, work: () => Promise<void>): void {
    const before = this.chains.get(key) ?? Promise.resolve();
    const chain = before.then(work).catch((error: unknown) => {
      // Ended or taken over meanwhile: its slices are refused by themselves.
      if (!isRefusal(error)) this.onFailure(error);
    });
    this.chains.set(key, chain);
    void chain.then(() => {
      if (this.chains.get(key) === chain) this.chains.delete(key);
    });
  }

  private async write(hostCode: HostCode, report: UploadReport): Promise<void> {
    const task = await this.store.byUpload(hostCode, report.id);
    if (!task || task.status === 'STOP') return;
    const params = uploadParams(task);
    const announced = params.fileNum !== undefined;
    if (!isOpen(task.status)) {
      if (announced || report.open === 0) return;
      await this.store.reopen(task.id, UPLOAD_LEASE_MS);
    }
    await this.store.progress(task.id, progressOf(params, report));
    if (report.open > 0) return;
    if (announced && report.files >= (params.fileNum ?? 0)) await this.store.finish(task.id, { status: 'RUNNING_SUCCESS' });
    if (!announced) this.finishWhenQuiet(hostCode, task.id, report.id);
  }

  private finishWhenQuiet(hostCode: HostCode, taskId: number, id: string): void {
    const key = `${hostCode} ${id}`;
    const finish = async () => {
      this.quiet.delete(key);
      await this.store.finish(taskId, { status: 'RUNNING_SUCCESS' });
    };
    this.quiet.set(key, setTimeout(() => this.queue(key, finish), QUIET_MS));
  }
}
