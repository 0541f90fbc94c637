import type { z } from 'zod';
import type { TaskKind } from '@sitedeck/contract';

/** What both the API and the worker know of a task: the API enqueues it, the worker implements it. */
export interface TaskDescription<Payload> {
  readonly type: TaskKind;
  readonly payload: z.ZodType<Payload>;
  /** Names of the steps, in order. */
  readonly steps: (payload: Payload) => readonly string[];
  /** Whether a task whose worker was lost continues after its last finished step; otherwise it fails with `worker-lost`. */
  readonly resumes: boolean;
  /** Runs on a suspended host, too, as its call does. Any other task fails there with `host-blocked`. */
  readonly passesBlock?: true;
  /** Whether its result is requested by a code, which the task's row gets as `preTaskCode`. */
  readonly hasResultCode?: boolean;
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
