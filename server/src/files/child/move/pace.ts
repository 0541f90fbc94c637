import { Refusal } from '#faults/refusal';
import type { SourceLimits } from './source';

/** Stops a move whose server sends next to nothing: it would hold one of the few slots for ever. */
export class Pace implements Disposable {
  private bytes = 0;
  private readonly timer: NodeJS.Timeout;

  constructor(server: string, { paceMs, leastBytes }: SourceLimits, stop: (error: unknown) => void) {
    this.timer = setInterval(() => {
      if (this.bytes < leastBytes) stop(new Refusal('move-too-slow', { values: { server } }));
      this.bytes = 0;
    }, paceMs);
  }

  count(bytes: number): void {
    this.bytes += bytes;
  }

  [Symbol.dispose](): void {
    clearInterval(this.timer);
  }
}
