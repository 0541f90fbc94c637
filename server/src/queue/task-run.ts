import type { Logger } from 'pino';
import { faultMessage, type TaskCounts, type TaskStep } from '@sitedeck/contract';
import type { HostScope } from '#sites/host-scope';
import type { TaskRow } from '#state/tables';
import { isRefusal } from '#faults/refusal';
import type { ImplementedTask, TaskContext } from './task-kind';
import type { TaskStore } from './task-store';

/** Progress is written this often, ms. */
const WRITE_EVERY_MS = 1000;

/** Why a run was aborted. */
export type StopReason = 'cancelled' | 'worker-stops';

export interface RunParts {
  readonly store: TaskStore;
  readonly log: Logger;
}

/** Steps and progress of one run, stored when they change. */
class RunRecord {
  private progress: TaskCounts;
  private steps: TaskStep[];
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly task: TaskRow,
    private readonly parts: RunParts,
  ) {
    this.progress = task.progress;
    this.steps = task.steps;
  }

  report(progress: TaskCounts): void {
    this.progress = progress;
    this.timer ??= setTimeout(() => void this.write(), WRITE_EVERY_MS);
  }

  isDone(name: string): boolean {
    return this.steps.some((step) => step.name === name && step.status === 'done');
  }

  async mark(name: string, status: TaskStep['status']): Promise<void> {
    const known = this.steps.some((step) => step.name === name);
    this.steps = known
      ? this.steps.map((step) => (step.name === name ? { name, status } : step))
      : [...this.steps, { name, status }];
    await this.write();
  }

  write(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { progress, steps } = this;
    this.writing = this.writing
      .then(() => this.parts.store.progress(this.task.id, progress, steps))
      .catch((err: unknown) => this.parts.log.warn({ err, task: this.task.id }, 'progress not written'));
    return this.writing;
  }
}

type Context = Omit<TaskContext<unknown>, 'payload'>;

function contextOf(
  task: TaskRow,
  record: RunRecord,
  given: { scope: HostScope; signal: AbortSignal; log: Logger },
): Context {
  return {
    ...given,
    taskId: task.id,
    progress: (progress) => record.report(progress),
    step: async (name, run) => {
      if (record.isDone(name)) return;
      given.signal.throwIfAborted();
      await record.mark(name, 'running');
      try {
        await run();
      } catch (error) {
        await record.mark(name, 'failed');
        throw error;
      }
      await record.mark(name, 'done');
    },
  };
}

/** What finds the log entry of a task's failure. */
export const taskReference = (taskId: number): string => `task-${taskId}`;

/** The `taskInfo` of a failure: the fault's reason and message, or for a bug the id of its log entry. */
export function failureOf(error: unknown, taskId: number): Readonly<Record<string, unknown>> {
  const id = taskReference(taskId);
  if (!isRefusal(error))
    return { reason: 'internal', message: faultMessage('internal', 'zh-CN', { id }), id };
  const { values, field } = error.detail;
  const words = { ...(field && { field }), ...values };
  return { ...words, reason: error.reason, message: faultMessage(error.reason, 'zh-CN', words), id };
}

export interface RunRequest {
  readonly task: TaskRow;
  readonly kind: ImplementedTask;
  readonly scope: HostScope;
  readonly signal: AbortSignal;
  /** Whether earlier workers were lost while running this task; `lost-too-often`: it is not run again. */
  readonly before: 'none' | 'lost' | 'lost-too-often';
}

/** `left`: the worker stops, and the task stays for the next worker. */
export type RunOutcome = 'ended' | 'left';

/** Runs one task to its end. Never throws: the task's row holds the outcome. */
export async function runTask(request: RunRequest, parts: RunParts): Promise<RunOutcome> {
  const { task, kind, scope, signal, before } = request;
  const { store } = parts;
  const log = parts.log.child({ task: task.id, kind: task.type, host: task.host_code });
  const record = new RunRecord(task, parts);
  const context = contextOf(task, record, { scope, signal, log });
  const work = kind.open(task.params);
  const cleanUp = () =>
    work
      .cleanup({ ...context, signal: new AbortController().signal })
      .catch((err: unknown) => log.error({ err }, 'cleanup failed'));
  const end = async (ending: Parameters<TaskStore['finish']>[1]): Promise<RunOutcome> => {
    await record.write();
    await store.finish(task.id, ending);
    log.info({ status: ending.status, reason: ending.info?.['reason'] }, 'task ended');
    return 'ended';
  };

  const goesOn = before === 'none' || (before === 'lost' && kind.resumes && !task.cancel_requested);
  if (!goesOn) {
    await cleanUp();
    if (task.cancel_requested) return end({ status: 'STOP' });
    const message = faultMessage('worker-lost', 'zh-CN');
    return end({
      status: 'RUNNING_FAIL',
      info: { reason: 'worker-lost', message, id: taskReference(task.id) },
    });
  }
  try {
    const info = await work.run(context);
    return await end({ status: 'RUNNING_SUCCESS', ...(info && { info }) });
  } catch (error) {
    const stopped = signal.aborted ? (signal.reason as StopReason) : undefined;
    if (stopped === 'worker-stops') {
      await record.write();
      return 'left';
    }
    await cleanUp();
    if (stopped === 'cancelled') return end({ status: 'STOP' });
    if (!isRefusal(error)) log.error({ err: error }, 'task failed');
    return end({ status: 'RUNNING_FAIL', info: failureOf(error, task.id) });
  }
}
