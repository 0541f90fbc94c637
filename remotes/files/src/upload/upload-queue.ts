import { pauseUpload, progressOf, type TaskProgress } from '@sitedeck/contract';
import {
  cancelLocalTask,
  kernel,
  pollTasksNow,
  sendBeacon,
  startLocalTask,
  toFault,
  type FailedFile,
  type LocalTaskHandle,
} from '@sitedeck/sdk';
import { api } from '@sitedeck/sdk/query';
import { claimUpload } from './claim-upload';
import { makePlanSaver, type PlanSaver } from './plan-saver';
import { joinViews, waitingSnapshot, type JobView, type QueueView } from './queue-view';
import { newUploadName, type SavedUpload } from './saved-uploads';
import { sdkUploadServer } from './sdk-upload-server';
import { startUpload, type Upload } from './upload';
import { uploadFault } from './upload-faults';
import type { UploadItem } from './upload-plan';
import type { FileRow, UploadSnapshot } from './upload-state';

/** Pause between refreshes of the shown lists while an upload runs, ms. */
const REFRESH_MS = 5000;

export interface UploadRequest {
  readonly folder: string;
  readonly items: readonly UploadItem[];
  /** Label shown to the user. */
  readonly label: string;
  /** Runs before the first byte is sent, when it is this upload's turn. */
  readonly prepare?: () => Promise<void>;
  /** Continues this upload. */
  readonly saved?: SavedUpload;
}

interface Job {
  readonly id: string;
  request: UploadRequest;
  upload?: Upload;
  hasLeft?: boolean;
  readonly planSaver: PlanSaver;
  /** The lock that prevents other pages from running this upload. */
  readonly claimed: ReturnType<typeof claimUpload>;
  readonly settle: (work: Promise<EndedJob>) => void;
}

interface EndedJob {
  readonly snapshot: UploadSnapshot;
  /** Paths of the files that have arrived. */
  readonly landed: readonly string[];
}

const localFault = (reason: Parameters<typeof uploadFault>[0]) =>
  uploadFault(reason, kernel().store.getState().settings.locale);

/**
 * Runs the uploads of this page one after another. It lives outside React, so that leaving and reopening the
 * page neither stops nor hides them.
 */
class UploadQueue {
  private readonly listeners = new Set<() => void>();
  private readonly waiting: Job[] = [];
  private jobs: readonly Job[] = [];
  private view: QueueView | undefined;
  private handle: LocalTaskHandle | undefined;

  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly snapshot = (): QueueView | undefined => this.view;

  /** Whether the panel shows the upload with this id on the server. */
  shows(uploadId: string): boolean {
    return this.jobs.some(({ upload }) => upload?.id() === uploadId);
  }

  /** Ids of the shown uploads. */
  names(): ReadonlySet<string> {
    return new Set(this.jobs.map(({ id }) => id));
  }

  /**
   * Resolves when the upload has ended; rejects with the fault when another task runs or the server refuses
   * it.
   */
  async add(request: UploadRequest): Promise<EndedJob> {
    const { task, isNew } = this.taskFor(request);
    const id = request.saved?.id ?? newUploadName();
    const ended = new Promise<EndedJob>((settle) => {
      const job: Job = {
        id,
        request,
        settle,
        planSaver: makePlanSaver(id, request),
        claimed: claimUpload(id),
      };
      this.jobs = [...this.jobs, job];
      this.waiting.push(job);
    });
    this.notify();
    if (isNew) void this.work(task);
    return ended;
  }

  readonly pause = (): void => this.running()?.pause();
  readonly resume = (): void => this.running()?.resume();

  /** Cancels all uploads, including waiting ones. */
  readonly cancel = (): void => {
    if (this.handle) cancelLocalTask(this.handle.id);
  };

  rows(id: string, limit: number): readonly FileRow[] {
    const job = this.find(id);
    if (!job) return [];
    return job.upload?.rows(limit) ?? itemsWithContent(job.request).slice(0, limit).map(waitingRow);
  }

  remove(id: string, path: string): void {
    const job = this.find(id);
    if (!job) return;
    job.planSaver.remove(path);
    if (job.upload) job.upload.remove(path);
    else job.request = { ...job.request, items: job.request.items.filter((item) => item.path !== path) };
    this.notify();
  }

  /** Retries a failed file. False if its upload can't retry it: send it by another upload, with `failedItems`. */
  retry(id: string, path: string): boolean {
    return this.find(id)?.upload?.retry(path) ?? false;
  }

  /** Failed items of an upload, all or one, that another upload can send. */
  failedItems(id: string, path?: string): { folder: string; items: readonly UploadItem[] } | undefined {
    const job = this.find(id);
    const failed = job?.upload?.failedItems() ?? [];
    const items = failed.filter((item) => item.blob && (path === undefined || item.path === path));
    return job && items.length > 0 ? { folder: job.request.folder, items } : undefined;
  }

  /** Removes failed items that another upload sends now. */
  dropFailed(id: string, items: readonly UploadItem[]): void {
    const job = this.find(id);
    if (!job) return;
    for (const item of items) job.upload?.remove(item.path);
    const { phase, failed: left } = viewOf(job).snapshot;
    if (phase.is === 'ended' && left.length === 0) this.forget(job);
    else this.notify();
  }

  readonly dismiss = (): void => {
    if (this.handle) return;
    this.jobs = [];
    this.notify();
  };

  /**
   * The local task of the queue; started if none runs. An upload of an earlier page does not join a running one: it is
   * a second task.
   */
  private taskFor({ label, items, saved }: UploadRequest): { task: LocalTaskHandle; isNew: boolean } {
    if (this.handle && !saved) return { task: this.handle, isNew: false };
    const reply = startLocalTask({ kind: 'upload', label, progress: { total: items.length } });
    if (reply.is === 'refused') throw reply.fault;
    this.handle = reply.handle;
    // Successful uploads leave the panel; failed ones stay, so that the user can retry them.
    this.jobs = this.jobs.filter(({ upload }) => (upload?.snapshot().failed.length ?? 0) > 0);
    return { task: reply.handle, isNew: true };
  }

  /** Runs the waiting uploads, then ends the local task. */
  private async work(task: LocalTaskHandle): Promise<void> {
    const failed: FailedFile[] = [];
    task.signal.addEventListener('abort', () => this.running()?.cancel());
    for (let job = this.waiting.shift(); job; job = this.waiting.shift()) {
      if (task.signal.aborted || job.request.items.length === 0) {
        await this.giveUp(job);
        continue;
      }
      const done = this.run(job, task.signal);
      job.settle(done);
      try {
        failed.push(...messagesOf((await done).snapshot.failed));
      } catch (error) {
        const { reason, message } = toFault(error);
        // Cancelled before the server had begun it: no file has failed.
        if (reason !== 'aborted') failed.push({ path: job.request.folder, message });
        this.forget(job);
      }
    }
    this.handle = undefined;
    task.finish(failed);
    this.notify();
  }

  /** Settles an upload that was cancelled before its turn. */
  private async giveUp(job: Job): Promise<void> {
    job.settle(Promise.resolve({ snapshot: viewOf(job).snapshot, landed: [] }));
    this.forget(job);
    // An upload of an earlier page stays saved, to be continued later.
    if (!job.request.saved || job.request.items.length === 0) await job.planSaver.drop();
    (await job.claimed)?.();
  }

  private async run(job: Job, signal: AbortSignal): Promise<EndedJob> {
    const { planSaver: keeper } = job;
    const release = await job.claimed;
    try {
      if (!release) throw localFault('in-another-page');
      await job.request.prepare?.();
      const { folder, items, saved } = job.request;
      job.upload = startUpload(folder, items, {
        server: sdkUploadServer,
        toFault,
        ownFault: localFault,
        ...(saved?.uploadId !== undefined && { uploadId: saved.uploadId }),
        onBegun: keeper.begun,
      });
      if (signal.aborted) job.upload.cancel();
      await this.follow(job.upload, keeper.touch);
      await this.close(job, job.upload.unchosen());
      return { snapshot: job.upload.snapshot(), landed: job.upload.landed() };
    } catch (error) {
      // An upload of an earlier page stays saved, to be continued later.
      if (!job.request.saved) await keeper.drop();
      throw toFault(error);
    } finally {
      release?.();
    }
  }

  private async close(job: Job, unchosen: readonly string[]): Promise<void> {
    if (unchosen.length === 0) return job.planSaver.drop();
    await job.planSaver.leave(unchosen);
    job.hasLeft = true;
    this.notify();
  }

  private async follow(upload: Upload, touch: () => void): Promise<void> {
    const refresh = makeRefresher(upload);
    const stopListening = upload.subscribe(() => {
      refresh();
      touch();
      this.notify();
    });
    const onLeave = () => releaseWorkspace(upload);
    addEventListener('pagehide', onLeave);
    this.notify();
    try {
      await upload.ended;
    } finally {
      removeEventListener('pagehide', onLeave);
      stopListening();
      kernel().store.dispatch(api.util.invalidateTags(['folder']));
      pollTasksNow();
      this.notify();
    }
  }

  private find(id: string): Job | undefined {
    return this.jobs.find((job) => job.id === id);
  }

  private running(): Upload | undefined {
    return this.jobs.find(({ upload }) => upload && upload.snapshot().phase.is !== 'ended')?.upload;
  }

  private forget(job: Job): void {
    this.jobs = this.jobs.filter((other) => other !== job);
    this.notify();
  }

  private notify(): void {
    this.view = this.jobs.length > 0 ? joinViews(this.jobs.map(viewOf)) : undefined;
    if (this.view) this.handle?.progress(uploadProgress(this.view.all));
    for (const listener of this.listeners) listener();
  }
}

const waitingRow = ({ path, size }: UploadItem): FileRow => ({ path, size, sent: 0, state: 'waiting' });

const itemsWithContent = ({ items }: UploadRequest) => items.filter(({ blob }) => blob);

const messagesOf = (failed: UploadSnapshot['failed']): FailedFile[] =>
  failed.map(({ path, fault }) => ({ path, message: fault.message }));

const viewOf = ({ id, request, upload, hasLeft = false }: Job): JobView => ({
  id,
  folder: request.folder,
  snapshot: upload?.snapshot() ?? waitingSnapshot(request.folder, itemsWithContent(request)),
  hasLeft,
});

/** The page closes or is reloaded: the upload can continue later, so it must not lock the workspace until then. */
function releaseWorkspace(upload: Upload): void {
  const id = upload.id();
  if (id !== undefined) sendBeacon(pauseUpload, { body: { id } });
}

/** The server has the task from the first phase on: the lock shows without waiting for the next poll. */
function makeRefresher({ snapshot }: Upload): () => void {
  let phase = snapshot().phase.is;
  let uploaded = 0;
  let at = Date.now();
  return () => {
    const now = snapshot();
    if (now.phase.is !== phase) pollTasksNow();
    phase = now.phase.is;
    if (now.uploaded === uploaded || Date.now() - at < REFRESH_MS) return;
    uploaded = now.uploaded;
    at = Date.now();
    kernel().store.dispatch(api.util.invalidateTags(['folder']));
  };
}

export const uploadProgress = (upload: UploadSnapshot): TaskProgress => {
  const { phase, uploaded, total, uploading, size, totalSize, rate, failed } = upload;
  return progressOf('UPLOAD_FILE', phase.is === 'ended' ? phase.result : 'RUNNING', {
    files: uploaded,
    filesTotal: total,
    filesFailed: failed.length || undefined,
    bytes: size,
    bytesTotal: totalSize,
    rate,
    current: uploading,
  });
};

export const uploadQueue = new UploadQueue();
