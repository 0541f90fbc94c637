/** Bytes per second over the last seconds, from a count of bytes that is reported a few times a second. */
export class ByteRate {
  private last = { at: performance.now(), bytes: 0, rate: 0 };

  /** Milliseconds since the count was last reported. */
  get passed(): number {
    return performance.now() - this.last.at;
  }

  reached(bytes: number): number {
    const { passed } = this;
    const latest = ((bytes - this.last.bytes) / Math.max(passed, 1)) * 1000;
    // The average of old and latest rate follows within two seconds and does not flicker.
    const rate = this.last.rate === 0 ? latest : (this.last.rate + latest) / 2;
    this.last = { at: performance.now(), bytes, rate };
    return Math.max(Math.round(rate), 0);
  }
}
