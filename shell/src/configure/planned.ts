import type { CallShape } from '@sitedeck/contract';
import type { InputOf } from '@sitedeck/sdk';

/** A call to make later, as a value. `then` plans the calls that follow from its reply. */
export interface PlannedCall {
  readonly def: CallShape;
  readonly input: {
    readonly params?: Readonly<Record<string, string | number>>;
    readonly body?: unknown;
  };
  readonly then?: (reply: unknown) => PlannedCall;
}

/** Checks the input against its call's type, then drops the type, so that different calls fit in one list. */
export const planCall = <Def extends CallShape>(
  def: Def,
  input: InputOf<Def>,
  then?: (reply: unknown) => PlannedCall,
): PlannedCall => ({ def, input, ...(then && { then }) });
