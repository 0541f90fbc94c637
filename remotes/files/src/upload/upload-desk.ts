import type { Fault, TaskProgress } from '@sitedeck/contract';
import { kernel, pollTasksNow, startLocalTask, toFault, type LocalTaskHandle } from '@sitedeck/sdk';
import { api } from '@sitedeck/sdk/query';
import { sdkUploadServer } from './sdk-upload-server';
import { startUpload, type Upload } from './upload';
import type { UploadItem } from './upload-plan';
import type { UploadSnapshot } from './upload-state';

/** While an upload runs, the lists on show are read anew at most this often, ms. */
const REFRESH_MS = 5000;

interface Running {
  readonly upload: Upload;
  readonly items: readonly UploadItem[];
  readonly handle: LocalTaskHandle;
}

/**
 * The one upload of this page. It lives outside of React: going to another page of the console and back neither stops
 * it nor loses sight of it.
 */
function makeUploadDesk() {
  const listeners = new Set<() => void>();
  let running: Running | undefined;
  const tell = () => {
    for (const listener of listeners) listener();
  };

  async function follow({ upload, handle }: Running): Promise<void> {
    const refresh = makeRefresher(upload);
    const stopListening = upload.subscribe(() => {
      handle.progress(progressOf(upload.snapshot()));
      refresh();
      tell();
    });
    handle.signal.addEventListener('abort', upload.cancel);
    try {
      await upload.ended;
    } finally {
      stopListening();
      const { failed, phase } = upload.snapshot();
      const stopped = phase.is === 'ended' && phase.result === 'STOP';
      handle.finish(stopped ? [] : failed.map(({ path, fault }) => ({ path, message: fault.message })));
      kernel().store.dispatch(api.util.invalidateTags(['folder']));
      pollTasksNow();
      tell();
    }
  }

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    snapshot: (): UploadSnapshot | undefined => running?.upload.snapshot(),
    /** Resolves once it has ended; rejects with the fault when another task runs or the server refuses it. */
    async start(folder: string, items: readonly UploadItem[], label: string): Promise<UploadSnapshot> {
      const task = startLocalTask({ kind: 'upload', label, progress: { filesTotal: items.length } });
      if (task.is === 'refused') throw task.fault satisfies Fault;
      const upload = startUpload(folder, items, { server: sdkUploadServer, toFault });
      running = { upload, items, handle: task.handle };
      tell();
      await follow(running);
      return upload.snapshot();
    },
    cancel: () => running?.upload.cancel(),
    /** The items of the last upload that did not get through. */
    failedItems(): readonly UploadItem[] {
      const failed = new Set(running?.upload.snapshot().failed.map(({ path }) => path));
      return running?.items.filter(({ path }) => failed.has(path)) ?? [];
    },
    dismiss: () => {
      if (running?.upload.snapshot().phase.is !== 'ended') return;
      running = undefined;
      tell();
    },
  };
}

/** The server has the task from the first phase on: the lock shows without waiting for the next poll. */
function makeRefresher({ snapshot }: Upload): () => void {
  let phase = snapshot().phase.is;
  let files = 0;
  let at = Date.now();
  return () => {
    const now = snapshot();
    if (now.phase.is !== phase) pollTasksNow();
    phase = now.phase.is;
    if (now.files === files || Date.now() - at < REFRESH_MS) return;
    files = now.files;
    at = Date.now();
    kernel().store.dispatch(api.util.invalidateTags(['folder']));
  };
}

export function progressOf({
  files,
  filesTotal,
  bytes,
  bytesTotal,
  rate,
  current,
  failed,
}: UploadSnapshot): TaskProgress {
  return {
    files,
    filesTotal,
    bytes,
    bytesTotal,
    ...(failed.length > 0 && { filesFailed: failed.length }),
    ...(rate !== undefined && { rate }),
    ...(current !== undefined && { current }),
  };
}

export const uploadDesk = makeUploadDesk();
