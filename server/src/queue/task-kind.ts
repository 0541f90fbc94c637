import type { Logger } from 'pino';
import type { z } from 'zod';
import type { TaskKind, TaskCounts } from '@sitedeck/contract';
import type { HostScope } from '#sites/host-scope';

/** What both the API and the worker know of a task: the API enqueues it, the worker implements it. */
export interface TaskDescription<Payload> {
  readonly type: TaskKind;
  readonly payload: z.ZodType<Payload>;
  /** Names of the steps, in order. */
  readonly steps: (payload: Payload) => readonly string[];
  /** Whether a task whose worker was lost continues after its last finished step; otherwise it fails with `worker-lost`. */
  readonly resumes: boolean;
}

/** Infers the payload's type from its schema. */
export const describeTask = <Payload>(task: TaskDescription<Payload>): TaskDescription<Payload> => task;

/** A task that no runner runs: it is RUNNING at once, and lost when the one that does the work stops renewing its lease. */
export interface LeasedTask<Payload> {
  readonly type: TaskKind;
  readonly payload: z.ZodType<Payload>;
  readonly leaseMs: number;
}

/** Infers the payload's type from its schema. */
export const describeLeasedTask = <Payload>(task: LeasedTask<Payload>): LeasedTask<Payload> => task;

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
  /** Throws if the payload does not match the schema. */
  open(payload: unknown): {
    run(context: ContextWithoutPayload): Promise<Readonly<Record<string, unknown>> | undefined>;
    cleanup(context: ContextWithoutPayload): Promise<void>;
  };
}

/** Combines a description with the worker's implementation. */
export const implementTask = <Payload>(
  { type, resumes, payload: schema }: TaskDescription<Payload>,
  { run, cleanup }: Implementation<Payload>,
): ImplementedTask => ({
  type,
  resumes,
  open: (stored) => {
    const payload = schema.parse(stored);
    return {
      run: (context) => run({ ...context, payload }),
      cleanup: (context) => cleanup({ ...context, payload }),
    };
  },
});
