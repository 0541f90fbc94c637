import type { Logger } from 'pino';
import {
  faultMessage,
  type PostStatus,
  type TaskCounts,
  type TaskKind,
  type TaskStep,
} from '@sitedeck/contract';
import type { HostScope } from '#sites/host-scope';
import type { TaskRow } from '#state/tables';
import { isRefusal, Refusal } from '#faults/refusal';
import type { TaskDescription } from '../task-kind';
import { failureOf, taskReference, type Ending, type TaskStore } from '../task-store';

/** What a running task has to work with. */
export interface TaskContext<Payload> {
  readonly taskId: number;
  readonly scope: HostScope;
  readonly payload: Payload;
  /** Aborted when the owner cancels the task or the worker has to stop. */
  readonly signal: AbortSignal;
  readonly log: Logger;
  /** Reports progress, which is stored about once a second. */
  readonly progress: (progress: TaskCounts) => void;
  /**
   * Runs a named step, unless it was done before the worker was lost. A step must be safe to repeat: the
   * worker may be lost between its end and the record of it.
   */
  readonly step: (name: string, run: () => Promise<void>) => Promise<void>;
  /** When the task has succeeded, pages ask the owner whether to configure the site by its result. */
  readonly askForConfiguration: () => void;
}

interface Implementation<Payload> {
  /** Its result becomes `taskInfo`. */
  readonly run: (context: TaskContext<Payload>) => Promise<Readonly<Record<string, unknown>> | undefined>;
  /**
   * Removes partial output after a failure, a cancellation or a lost worker, whatever state the task was in.
   */
  readonly cleanup: (context: TaskContext<Payload>) => Promise<void>;
}

type ContextWithoutPayload = Omit<TaskContext<unknown>, 'payload'>;

/** An implemented task with its payload type hidden, so that one list holds all kinds. */
export interface ImplementedTask {
  readonly type: TaskKind;
  readonly resumes: boolean;
  readonly passesBlock: boolean;
  /** Throws if the payload does not match the schema. */
  open(payload: unknown): {
    run(context: ContextWithoutPayload): Promise<Readonly<Record<string, unknown>> | undefined>;
    cleanup(context: ContextWithoutPayload): Promise<void>;
  };
}

/** Combines a description with the worker's implementation. */
export const implementTask = <Payload>(
  { type, resumes, passesBlock, payload: schema }: TaskDescription<Payload>,
  { run, cleanup }: Implementation<Payload>,
): ImplementedTask => ({
  type,
  resumes,
  passesBlock: passesBlock === true,
  open: (stored) => {
    const payload = schema.parse(stored);
    return {
      run: (context) => run({ ...context, payload }),
      cleanup: (context) => cleanup({ ...context, payload }),
    };
  },
});

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
  /** What follows the task when it has succeeded. */
  postStatus: PostStatus | undefined;
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

  /** The ending of the task when its work has succeeded. */
  success(info: Readonly<Record<string, unknown>> | undefined): Ending {
    const { postStatus } = this;
    return { status: 'RUNNING_SUCCESS', ...(info && { info }), ...(postStatus && { postStatus }) };
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

function contextOf(
  task: TaskRow,
  record: RunRecord,
  given: { scope: HostScope; signal: AbortSignal; log: Logger },
): ContextWithoutPayload {
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
    askForConfiguration: () => {
      record.postStatus = 'CONFIGURATION';
    },
  };
}

export interface RunRequest {
  readonly task: TaskRow;
  readonly kind: ImplementedTask;
  readonly scope: HostScope;
  readonly signal: AbortSignal;
  /** Whether earlier workers were lost while running this task; `lost-too-often`: it is not run again. */
  readonly before: 'none' | 'lost' | 'lost-too-often';
  /** Reads whether the host is suspended now. */
  readonly isSuspended: () => Promise<boolean>;
}

/** `left`: the worker stops, and the task stays for the next worker. */
export type RunOutcome = 'ended' | 'left';

/** Whether a task failed because a program that worked for it has ended, as it does when its host is suspended. */
const lostProgram = (error: unknown): boolean =>
  isRefusal(error) && (error.reason === 'engine-down' || error.reason === 'outcome-unknown');

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
  const end = async (ending: Ending): Promise<RunOutcome> => {
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
  const isBlocked = async () => !kind.passesBlock && (await request.isSuspended());
  try {
    if (await isBlocked()) throw new Refusal('host-blocked');
    return await end(record.success(await work.run(context)));
  } catch (error) {
    const stopped = signal.aborted ? (signal.reason as StopReason) : undefined;
    if (stopped === 'worker-stops') {
      await record.write();
      return 'left';
    }
    await cleanUp();
    if (stopped === 'cancelled') return end({ status: 'STOP' });
    if (!isRefusal(error)) log.error({ err: error }, 'task failed');
    const cause = lostProgram(error) && (await isBlocked()) ? new Refusal('host-blocked') : error;
    return end({ status: 'RUNNING_FAIL', info: failureOf(cause, task.id) });
  }
}
