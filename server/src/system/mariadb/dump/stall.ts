import { readFile } from 'node:fs/promises';

interface Watch {
  /** How long the process must have done nothing, ms. */
  readonly limitMs: number;
  /** Whether the process's output waits for its reader: then it can't be expected to do more. */
  readonly isOutputBlocked: () => boolean;
  readonly onStall: () => void;
}

/** Checks per limit: a report is late by one check at most. */
const CHECKS = 10;

/**
 * How often a process has been switched on or off a CPU so far; undefined if unknown. The count of a process
 * that waits for a reply does not change.
 */
async function contextSwitchesOf(pid: number): Promise<string | undefined> {
  const text = await readFile(`/proc/${pid}/status`, 'latin1').catch(() => undefined);
  return text && /^voluntary_ctxt_switches:\s*\d+\nnonvoluntary_ctxt_switches:\s*\d+$/m.exec(text)?.[0];
}

export interface StallWatch {
  readonly isStalled: boolean;
  readonly stop: () => void;
}

/** Reports once that a process does nothing but wait. */
export function watchStall(pid: number, { limitMs, isOutputBlocked, onStall }: Watch): StallWatch {
  let before: string | undefined;
  let still = 0;
  let isAsking = false;
  const check = async (): Promise<void> => {
    const now = await contextSwitchesOf(pid);
    still = now !== undefined && now === before && !isOutputBlocked() ? still + 1 : 0;
    before = now;
    if (still !== CHECKS) return;
    clearInterval(timer);
    onStall();
  };
  const timer = setInterval(() => {
    if (isAsking) return;
    isAsking = true;
    void check().finally(() => (isAsking = false));
  }, limitMs / CHECKS);
  timer.unref();
  return {
    get isStalled() {
      return still === CHECKS;
    },
    stop: () => clearInterval(timer),
  };
}
