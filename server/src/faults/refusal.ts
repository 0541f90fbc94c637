import type { FaultReason, FaultValue, VerifyWay } from '@sitedeck/contract';

export type RefusalValue = FaultValue;

/** Values for the words of the fault, and what the wire carries beside them. */
export interface RefusalDetail {
  readonly field?: string;
  readonly retryAfter?: number;
  readonly ways?: readonly VerifyWay[];
  readonly values?: Readonly<Record<string, RefusalValue>>;
}

/** An expected failure with a name. Anything else that is thrown is a bug and becomes `internal`. */
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

/** The other process ended while it had the request: it is unknown whether the work was done. */
export class Lost extends Refusal {
  constructor() {
    super('engine-down');
    this.name = 'Lost';
  }
}

/** The process is at its limit; there may be room after `seconds`. */
export const busy = (seconds = 1): Refusal =>
  new Refusal('too-busy', { retryAfter: seconds, values: { seconds } });

export const refuse = (reason: FaultReason, detail?: RefusalDetail): never => {
  throw new Refusal(reason, detail);
};

export const isRefusal = (error: unknown): error is Refusal => error instanceof Refusal;
