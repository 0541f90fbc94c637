import { readFile } from 'node:fs/promises';

interface Watch {
  /** It has not done anything for so long, ms. */
  readonly limitMs: number;
  /** What it made waits for us: it can't be expected to do more. */
  readonly isHeldUp: () => boolean;
  readonly onStall: () => void;
}

/** Looks in that time: late by one at most. */
const CHECKS = 10;

/** How often a process was woken or put off so far; undefined where nobody can tell. One that waits for an answer is not. */
async function contextSwitchesOf(pid: number): Promise<string | undefined> {
  const text = await readFile(`/proc/${pid}/status`, 'latin1').catch(() => undefined);
  return text && /^voluntary_ctxt_switches:\s*\d+\nnonvoluntary_ctxt_switches:\s*\d+$/m.exec(text)?.[0];
}

export interface StallWatch {
  readonly isStalled: boolean;
  readonly stop: () => void;
}

/** Tells once that a process does nothing but wait, whoever is at the other end. */
export function watchStall(pid: number, { limitMs, isHeldUp, onStall }: Watch): StallWatch {
  let before: string | undefined;
  let still = 0;
  let isAsking = false;
  const check = async (): Promise<void> => {
    const now = await contextSwitchesOf(pid);
    still = now !== undefined && now === before && !isHeldUp() ? still + 1 : 0;
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
