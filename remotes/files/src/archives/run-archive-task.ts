import { isOpen, stopTask, type Fault } from '@sitedeck/contract';
import { call, dropLocalTask, kernel, startLocalTask, toFault, type LocalTaskStart } from '@sitedeck/sdk';

type Begin = () => Promise<{ readonly taskId: number } | undefined>;

export type ArchiveTask =
  | { readonly is: 'begun'; readonly taskId: number | undefined }
  | { readonly is: 'refused'; readonly fault: Fault };

/**
 * Begins a task of the server that packs or extracts, as a temporary task of this page: refused while another one
 * runs, and open until the server's task has ended.
 */
export async function runArchiveTask(start: LocalTaskStart, begin: Begin): Promise<ArchiveTask> {
  const local = startLocalTask(start);
  if (local.is === 'refused') return local;
  const { id, signal, attach, finish } = local.handle;
  const end = () => {
    finish();
    // The server keeps the record.
    dropLocalTask(id);
  };
  const keepOpen = (taskId: number) => {
    attach?.(taskId);
    const stop = () => void call(stopTask, { params: { id: taskId } }).catch(() => undefined);
    // Cancelled while the server was still asked to begin.
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop);
    onceEnded(taskId, end);
  };
  try {
    const taskId = (await begin())?.taskId;
    if (taskId === undefined) end();
    else keepOpen(taskId);
    return { is: 'begun', taskId };
  } catch (error) {
    end();
    return { is: 'refused', fault: toFault(error) };
  }
}

/** Calls back when the polled task has ended, or is no longer listed after it was. */
function onceEnded(taskId: number, end: () => void): void {
  const { store } = kernel();
  let wasListed = false;
  const check = () => {
    const task = store.getState().tasks.list.find(({ id }) => id === taskId);
    const goesOn = task ? isOpen(task.taskStatus) : !wasListed;
    wasListed ||= task !== undefined;
    if (goesOn) return;
    stop();
    end();
  };
  const stop = store.subscribe(check);
  check();
}
