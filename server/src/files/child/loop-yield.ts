import { setImmediate as nextTurn } from 'node:timers/promises';

/** Longest time that one loop may block its thread, ms. */
const SLICE_MS = 12;

/** Lets a long loop share its thread and stop on abort. */
export class LoopYield {
  private since = performance.now();
  constructor(private readonly signal: AbortSignal) {}

  get due(): boolean {
    return performance.now() - this.since > SLICE_MS;
  }

  /** Call it when `due`; throws when aborted. */
  async rest(): Promise<void> {
    this.signal.throwIfAborted();
    await nextTurn();
    this.signal.throwIfAborted();
    this.since = performance.now();
  }
}
