/** Half-open range of bytes, `[from, to)`. */
export type ByteRange = readonly [from: number, to: number];

/** The parts of `[0, total)` that are not in `received`, cut into slices of at most `sliceBytes`; ascending. */
export function missingSlices(
  total: number,
  received: readonly ByteRange[],
  sliceBytes: number,
): ByteRange[] {
  const slices: ByteRange[] = [];
  let at = 0;
  for (const [from, to] of [...received, [total, total] as const].sort((a, b) => a[0] - b[0])) {
    for (; at < Math.min(from, total); at = Math.min(at + sliceBytes, from)) {
      slices.push([at, Math.min(at + sliceBytes, from, total)]);
    }
    at = Math.max(at, to);
  }
  return slices;
}

export const bytesIn = (ranges: readonly ByteRange[]): number =>
  ranges.reduce((sum, [from, to]) => sum + to - from, 0);
