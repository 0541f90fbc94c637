import { createHash, randomBytes } from 'node:crypto';
import { isOpen, uploadSlice, type consoleCalls, type SitePath } from '@sitedeck/contract';
import type { Handlers, OwnerContext } from '#api/calls/handlers';
import type { TaskStore } from '#queue/task-store';
import type { TaskRow } from '#state/tables';
import { runFileVerb } from '#files/link/file-client';
import type { FileService } from '#files/link/protocol';
import { isRefusal, Refusal } from '#faults/refusal';
import { requestChild, passedHeaders } from './child-http';
import { makeRunVerb } from './verb-calls';
import { fileTarget } from '#sites/file-target';
import {
  admitSlice,
  createUpload,
  uploadEndingOf,
  recordLateFailures,
  uploadParams,
  wasStopped,
  type FailedFile,
} from '../upload-store';

export interface UploadParts {
  readonly service: FileService;
  readonly store: TaskStore;
}

const ID = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * The id of the upload that a slice belongs to: the sender's, else one per session and folder. After a stopped upload, a
 * sender without an id gets another id when it begins a file.
 */
async function uploadIdOf(
  path: string,
  { session, scope, raw }: OwnerContext,
  store: TaskStore,
): Promise<string> {
  const { headers } = raw.request;
  const given = headers['x-upload-id'];
  if (given !== undefined) {
    if (typeof given === 'string' && ID.test(given)) return given;
    throw new Refusal('bad-input', { field: 'X-Upload-Id' });
  }
  const key = `auto-${createHash('sha256').update(`${session.id}\0${path}`).digest('hex').slice(0, 24)}`;
  const range = headers['content-range'];
  const begins = range === undefined || /^bytes\s+(?:\*|0-)/.test(range);
  for (let count = 0; ; count += 1) {
    const id = count === 0 ? key : `${key}-${count}`;
    const task = await store.byUpload(scope.hostCode, id);
    if (!task || !wasStopped(task) || !begins) return id;
  }
}

async function admit(path: string, context: OwnerContext, store: TaskStore): Promise<string> {
  const { hostCode, operator } = context.scope;
  const uploadId = await uploadIdOf(path, context, store);
  const admitted = await admitSlice(store, { uploadId, hostCode, operator, targetPath: path });
  // An announced upload has its row in the operation log from `beginUpload`.
  if (admitted === 'begins') context.note(path, { uploadId });
  return uploadId;
}

/**
 * Called by the front door before it passes on a slice: makes sure that the child runs and the upload accepts
 * slices.
 */
export const openUpload =
  ({ service, store }: UploadParts) =>
  async ({ path }: { path: string }, context: OwnerContext): Promise<{ socket: string; context: string }> => {
    const uploadId = await admit(path, context, store);
    await service.call('ensureChild', fileTarget(context.scope.host));
    return { socket: context.scope.hostCode, context: uploadId };
  };

/** Ends an upload whose task a user stops: the child refuses further slices and removes the parts. */
export const stopUpload = async (
  service: FileService,
  context: { task: TaskRow; uid: number },
): Promise<void> => {
  const { task, uid } = context;
  await service.call('stopUpload', {
    hostCode: task.host_code,
    uid,
    quotaBytes: null,
    id: uploadParams(task).uploadId,
  });
};

interface EndUpload {
  readonly id: string;
  readonly dropped: boolean;
  readonly failed: readonly FailedFile[];
}

type UploadCalls = Pick<
  typeof consoleCalls,
  'checkUpload' | 'beginUpload' | 'endUpload' | 'pauseUpload' | 'uploadSlice' | 'uploadStatus'
>;

export function uploadHandlers({ service, store }: UploadParts): Handlers<UploadCalls> {
  const runVerb = makeRunVerb(service);
  const find = async ({ scope }: OwnerContext, id: string): Promise<TaskRow> => {
    const task = await store.byUpload(scope.hostCode, id);
    if (!task) throw new Refusal('upload-unknown');
    return task;
  };

  /** Before its first byte, an upload is known only from its task. */
  const statusOf = async ({ scope }: OwnerContext, id: string) => {
    try {
      return await runFileVerb(service, fileTarget(scope.host), { verb: 'uploadStatus', body: { id } });
    } catch (error) {
      if (isRefusal(error) && error.reason === 'upload-unknown') return { id, files: [] };
      throw error;
    }
  };

  /** The files that the sender names as failed, else those with missing bytes. */
  const failedFiles = async (context: OwnerContext, body: EndUpload) => {
    if (body.failed.length > 0 || body.dropped) return body.failed;
    const { files } = await statusOf(context, body.id);
    return files.filter((file) => !file.done).map(({ path }) => ({ path, message: '' }));
  };

  return {
    checkUpload: ({ body }, context) => runVerb(context, 'checkUpload', body),

    beginUpload: async ({ body }, { scope, note }) => {
      const { path, files: fileNum, bytes: size } = body;
      const id = randomBytes(12).toString('hex');
      note(path, { files: fileNum, bytes: size });
      const upload = { uploadId: id, targetPath: path, fileNum, size };
      const { hostCode, operator } = scope;
      const task = await createUpload(store, { ...upload, hostCode, operator });
      return { id, taskId: task.id };
    },

    endUpload: async ({ body }, context) => {
      const task = await find(context, body.id);
      context.note(uploadParams(task).targetPath, { cancelled: body.cancelled, failed: body.failed.length });
      if (!isOpen(task.status)) return recordLateFailures(store, task, body.failed);
      const failed = body.cancelled ? body.failed : await failedFiles(context, body);
      if (body.cancelled || body.dropped || failed.length > 0) {
        await stopUpload(service, { task, uid: context.scope.host.uid });
        await store.progress(task.id, { ...task.progress, filesFailed: failed.length });
      }
      const isStopped = body.cancelled && failed.length === 0;
      // Without this, a late slice would reopen an upload that was not announced.
      if (body.cancelled) await store.requestCancel(task.id);
      await store.finish(task.id, isStopped ? { status: 'STOP' } : uploadEndingOf(failed, task.id));
      return {};
    },

    pauseUpload: async ({ body }, context) => {
      const task = await find(context, body.id);
      await store.releaseLease(task.id);
      return {};
    },

    uploadStatus: async ({ body }, context) => {
      const task = await find(context, body.id);
      if (wasStopped(task)) throw new Refusal('upload-stopped');
      return statusOf(context, body.id);
    },

    // Called only where no front door passes the bytes on.
    uploadSlice: async ({ query }, context) => {
      const { request, reply } = context.raw;
      const uploadId = await admit(query.path, context, store);
      const { socket } = await service.call('ensureChild', fileTarget(context.scope.host));
      const answer = await requestChild({
        socket,
        method: 'POST',
        path: `/upload?path=${encodeURIComponent(query.path satisfies SitePath)}`,
        headers: {
          ...passedHeaders(request.headers),
          'x-fs-context': uploadId,
          'x-request-id': context.requestId,
        },
        body: request.raw,
      });
      await reply
        .code(200)
        .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
        .send(answer);
      // The child's response is already sent; this value only satisfies the type.
      return uploadSlice.reply.parse({ files: [] });
    },
  };
}
