import { toFault } from '@sitedeck/sdk';
import type { PlannedCall } from './planned';
import type { Step } from './steps';

export type StepState =
  | { readonly is: 'normal' }
  | { readonly is: 'running' }
  | { readonly is: 'success' }
  | { readonly is: 'exception'; readonly reason: string };

/** Makes one call and returns its reply, or the fault it ended with. */
export type Send = (planned: PlannedCall, signal: AbortSignal) => Promise<unknown>;

export interface StepRun {
  /** Runs the remaining steps in order; false at the first step that fails, or when `signal` aborts. */
  go: (signal: AbortSignal) => Promise<boolean>;
}

/**
 * Runs the calls of all steps one by one, since a newer call to the same settings would abort the older one.
 * After a failure it resumes at the failed call, so that no call is made twice.
 */
export function makeStepRun(
  steps: readonly Step[],
  { send, report }: { readonly send: Send; readonly report: (step: number, state: StepState) => void },
): StepRun {
  const left = steps.map(({ calls }): readonly PlannedCall[] => calls);
  let at = 0;

  const finish = async (step: number, signal: AbortSignal) => {
    for (let [next] = left[step] ?? []; next; [next] = left[step] ?? []) {
      const reply = await send(next, signal);
      left[step] = [...(next.then ? [next.then(reply)] : []), ...(left[step] ?? []).slice(1)];
    }
  };

  return {
    go: async (signal) => {
      const isStopped = () => signal.aborted;
      for (; at < steps.length; at += 1) {
        if (isStopped()) return false;
        report(at, { is: 'running' });
        try {
          await finish(at, signal);
        } catch (error) {
          if (isStopped()) report(at, { is: 'normal' });
          else report(at, { is: 'exception', reason: toFault(error).message });
          return false;
        }
        report(at, { is: 'success' });
      }
      return true;
    },
  };
}
