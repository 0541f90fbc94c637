import type { Fault } from '@sitedeck/contract';
import { toFault, useCurrentHost } from '@sitedeck/sdk';
import { App } from '@sitedeck/ui/core';
import { inOrder, madeFrom, newestOf } from './save-order';
import { useSavedNotice } from './use-saved-notice';

/** `version` is what is in force now: of several steps those before the refused one were saved. */
export type SaveOutcome =
  /** `isNew`: there was something to change. */
  | { readonly is: 'saved'; readonly version: number; readonly isNew: boolean }
  | { readonly is: 'refused'; readonly fault: Fault; readonly version: number };

/** One call that changes settings, made from the given version; rejects with a fault. */
export type ChangeStep = (base: number) => Promise<{ readonly version: number }>;

export interface SaveTold {
  /** What was done, as a short sentence. */
  readonly done: string;
  /** 撤销 is offered: for what was done at once. */
  readonly undo?: boolean;
  /** Where a refusal is shown: as a toast, or by the caller beside what was entered. */
  readonly refusal: 'toast' | 'caller';
}

/** Makes the steps one after another, each from the version the one before it made, up to the first refusal. */
async function inTurn(hostCode: string, steps: readonly ChangeStep[], base: number): Promise<SaveOutcome> {
  const begun = newestOf(hostCode, base);
  let version = begun;
  try {
    for (const step of steps) {
      const made = await step(version);
      madeFrom(hostCode, version, made.version);
      version = made.version;
    }
    return { is: 'saved', version, isNew: version > begun };
  } catch (error) {
    return { is: 'refused', fault: toFault(error), version };
  }
}

/** Changes settings, and says what came of it. */
export function useSettingsSave() {
  const { hostCode } = useCurrentHost().hostService;
  const { message } = App.useApp();
  const tell = useSavedNotice();

  const save = async (
    steps: readonly ChangeStep[],
    base: number,
    { done, undo = false, refusal }: SaveTold,
  ): Promise<SaveOutcome> => {
    const outcome = await inOrder(() => inTurn(hostCode, steps, base));
    if (outcome.is === 'saved')
      tell({ done, version: outcome.version, isNew: outcome.isNew, undo: undo && outcome.isNew });
    else if (refusal === 'toast') void message.error(outcome.fault.message);
    return outcome;
  };
  return { save };
}
