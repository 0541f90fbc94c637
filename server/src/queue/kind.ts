import type { Logger } from 'pino';
import type { z } from 'zod';
import type { TaskKind, TaskProgress } from '@sitedeck/contract';
import type { HostScope } from '#sites/host-scope';

/** What a kind works with while it runs. */
export interface TaskContext<Payload> {
  readonly taskId: number;
  readonly scope: HostScope;
  readonly payload: Payload;
  /** Aborted when somebody cancels, or when the worker has to stop. */
  readonly signal: AbortSignal;
  readonly log: Logger;
  /** How far it is; written down about once a second. */
  readonly progress: (progress: TaskProgress) => void;
  /**
   * Runs a named step once: one that was done before the worker was lost is skipped.
   * What a step does must be safe to do again: the worker may be lost between its end and the note of it.
   */
  readonly step: (name: string, run: () => Promise<void>) => Promise<void>;
}

interface KindOf<Payload> {
  readonly type: TaskKind;
  readonly payload: z.ZodType<Payload>;
  /** Names of the steps, in order; pure. */
  readonly plan: (payload: Payload) => readonly string[];
  /** What it resolves to becomes `taskInfo`. */
  readonly run: (context: TaskContext<Payload>) => Promise<Readonly<Record<string, unknown>> | undefined>;
  /** Removes partial output: after a failure, a cancellation or a lost worker. Runs in whatever state things are. */
  readonly cleanup: (context: TaskContext<Payload>) => Promise<void>;
  /** A task whose worker was lost goes on after its last finished step; otherwise it fails with `worker-lost`. */
  readonly resumes: boolean;
}

/** A kind whose payload type is hidden behind its schema, so that many fit in one list. */
export interface Kind {
  readonly type: TaskKind;
  /** Throws where the payload is not what the kind takes. */
  planOf(payload: unknown): readonly string[];
  open(payload: unknown): {
    run(
      context: Omit<TaskContext<unknown>, 'payload'>,
    ): Promise<Readonly<Record<string, unknown>> | undefined>;
    cleanup(context: Omit<TaskContext<unknown>, 'payload'>): Promise<void>;
  };
  readonly resumes: boolean;
}

/** What is to be known of a kind where its tasks are only asked for. */
export type KindDescription = Pick<Kind, 'type' | 'planOf'>;

/** One kind of task in one value: its payload, its steps, how it runs and how it cleans up. */
export function defineKind<Payload>(kind: KindOf<Payload>): Kind {
  return {
    type: kind.type,
    resumes: kind.resumes,
    planOf: (payload) => kind.plan(kind.payload.parse(payload)),
    open: (given) => {
      const payload = kind.payload.parse(given);
      return {
        run: (context) => kind.run({ ...context, payload }),
        cleanup: (context) => kind.cleanup({ ...context, payload }),
      };
    },
  };
}
