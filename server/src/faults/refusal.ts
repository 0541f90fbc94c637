import type { FaultReason, FaultValue, VerifyWay } from '@sitedeck/contract';

export type RefusalValue = FaultValue;

/** Values for the fault's message, and fields that the reply carries besides it. */
export interface RefusalDetail {
  readonly field?: string;
  readonly retryAfter?: number;
  readonly ways?: readonly VerifyWay[];
  readonly values?: Readonly<Record<string, RefusalValue>>;
}

/** An expected failure with a reason. Any other thrown error is a bug and becomes `internal`. */
export class Refusal extends Error {
  readonly is = 'refusal';
  constructor(
    readonly reason: FaultReason,
    readonly detail: RefusalDetail = {},
  ) {
    super(reason);
    this.name = 'Refusal';
  }
}

/** The other process ended while it handled the request, so it is unknown whether the work was done. */
export class OutcomeUnknown extends Refusal {
  constructor() {
    super('engine-down');
    this.name = 'Lost';
  }
}

/** The process is at its limit; the caller may retry after `seconds`. */
export const busyRefusal = (seconds = 1): Refusal =>
  new Refusal('too-busy', { retryAfter: seconds, values: { seconds } });

export const refuse = (reason: FaultReason, detail?: RefusalDetail): never => {
  throw new Refusal(reason, detail);
};

export const isRefusal = (error: unknown): error is Refusal => error instanceof Refusal;
