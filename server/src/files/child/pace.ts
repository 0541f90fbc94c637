import { setImmediate as nextTurn } from 'node:timers/promises';

/** Long work in one thread: others get a turn after this time, ms. */
const SLICE_MS = 12;

/** Lets a long loop share its thread and stop when told to. */
export class Pace {
  private since = performance.now();
  constructor(private readonly signal: AbortSignal) {}

  get due(): boolean {
    return performance.now() - this.since > SLICE_MS;
  }

  /** Call where `due`; throws when aborted. */
  async rest(): Promise<void> {
    this.signal.throwIfAborted();
    await nextTurn();
    this.signal.throwIfAborted();
    this.since = performance.now();
  }
}
