import { isOpen, PAGE_FAULTS, type TaskStatus } from '@sitedeck/contract';
import { serverNow } from '../clock/server-now';
import type { LocalTaskAnswer, LocalTaskRunner, LocalTaskStart } from '../kernel/kernel-shape';
import type { SdkStore } from '../kernel/store';
import {
  localTaskChanged,
  localTaskDropped,
  localTaskStarted,
  type FailedFile,
  type LocalTask,
} from './local-tasks-slice';
import { randomId } from './random-id';

function resultOf(failed: readonly FailedFile[], cancelled: boolean): TaskStatus {
  if (failed.length > 0) return 'RUNNING_FAIL';
  return cancelled ? 'STOP' : 'RUNNING_SUCCESS';
}

/** Only one local task runs at a time. */
export function makeLocalTaskRunner(store: SdkStore): LocalTaskRunner {
  const getState = () => store.getState();
  const aborts = new Map<string, AbortController>();

  const refusal = (): LocalTaskAnswer => ({
    is: 'refused',
    fault: {
      code: '409',
      reason: 'workspace-busy',
      message: PAGE_FAULTS['workspace-busy'][getState().settings.locale],
    },
  });

  const begin = ({ kind, label, progress = {} }: LocalTaskStart): LocalTask => ({
    id: randomId(),
    kind,
    label,
    status: 'RUNNING',
    progress,
    failed: [],
    startedAt: serverNow(),
    endedAt: null,
    stopping: false,
  });

  return {
    start: (given) => {
      if (getState().localTasks.some(({ status }) => isOpen(status))) return refusal();
      const task = begin(given);
      const { id } = task;
      const abort = new AbortController();
      aborts.set(id, abort);
      store.dispatch(localTaskStarted(task));
      return {
        is: 'started',
        handle: {
          id,
          signal: abort.signal,
          attach: (taskId) => store.dispatch(localTaskChanged({ id, taskId })),
          progress: (progress) => store.dispatch(localTaskChanged({ id, progress })),
          finish: (failed = []) => {
            aborts.delete(id);
            const status = resultOf(failed, abort.signal.aborted);
            store.dispatch(localTaskChanged({ id, status, failed, endedAt: serverNow(), stopping: false }));
          },
        },
      };
    },
    cancel: (id) => {
      const abort = aborts.get(id);
      if (!abort) return;
      store.dispatch(localTaskChanged({ id, stopping: true }));
      abort.abort();
    },
    drop: (id) => {
      if (!aborts.has(id)) store.dispatch(localTaskDropped(id));
    },
  };
}
