/** The producer's end of a streaming call: it pauses while its consumer is busy. */
export class Flow {
  private held: Promise<void> | undefined;
  private open: () => void = () => undefined;

  hold(held: boolean): void {
    if (!held) return this.release();
    this.held ??= new Promise((resolve) => (this.open = resolve));
  }

  /** The consumer has disconnected. */
  release(): void {
    this.held = undefined;
    this.open();
  }

  /** Settles when the producer may continue. */
  taken(): Promise<void> {
    return this.held ?? Promise.resolve();
  }
}

/** The consumer's end: it asks the producer to wait while any piece is unfinished. */
export class Intake {
  private busy = 0;
  constructor(private readonly tell: (hold: boolean) => void) {}

  /** The producer has been asked to wait. */
  get holds(): boolean {
    return this.busy > 0;
  }

  take(done: void | Promise<void>): void {
    if (!(done instanceof Promise)) return;
    this.busy += 1;
    if (this.busy === 1) this.tell(true);
    void done
      .catch(() => undefined)
      .then(() => {
        this.busy -= 1;
        if (this.busy === 0) this.tell(false);
      });
  }
}
