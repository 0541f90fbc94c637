import type { CallShape } from '@sitedeck/contract';
import type { InputOf } from '@sitedeck/sdk';

/** One call to come, as a value. `then` is what follows from its reply. */
export interface Planned {
  readonly def: CallShape;
  readonly input: {
    readonly params?: Readonly<Record<string, string | number>>;
    readonly body?: unknown;
  };
  readonly then?: (reply: unknown) => Planned;
}

/** Checks the input against its call, then forgets which it was, so that many fit in one list. */
export const planned = <Def extends CallShape>(
  def: Def,
  input: InputOf<Def>,
  then?: (reply: unknown) => Planned,
): Planned => ({ def, input, ...(then && { then }) });
