/** Height of the block of one line, px. */
const ONE_LINE = 48;
const KEY = 'sitedeck.needs-height.';

/**
 * Remembers how high the needs of a host were the last time, px: they are above everything else, which would
 * move when they load. Without a stored value it starts with one line.
 */
export function lastNeedsHeight(hostCode: string): number {
  try {
    return Number(localStorage.getItem(KEY + hostCode)) || ONE_LINE;
  } catch {
    return ONE_LINE;
  }
}

export function keepNeedsHeight(hostCode: string, height: number): void {
  try {
    if (height > ONE_LINE) localStorage.setItem(KEY + hostCode, String(height));
    else localStorage.removeItem(KEY + hostCode);
  } catch {
    // A browser may forbid it; the next visit begins with one line.
  }
}
