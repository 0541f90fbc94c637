/** Median: a machine that is busy during one measurement changes it little. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  if (low === undefined || high === undefined) throw new Error('the median of nothing');
  return (low + high) / 2;
}

export interface Pairs<T> {
  readonly peer: readonly T[];
  readonly own: readonly T[];
}

/** Measures peer and SiteDeck `rounds` times side by side, in random order. */
export async function inPairs<T>(
  rounds: number,
  measure: { readonly peer: () => Promise<T>; readonly own: () => Promise<T> },
): Promise<Pairs<T>> {
  const peer: T[] = [];
  const own: T[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const sides = [
      async () => void peer.push(await measure.peer()),
      async () => void own.push(await measure.own()),
    ];
    if (Math.random() < 0.5) sides.reverse();
    for (const side of sides) await side();
  }
  return { peer, own };
}

/** The median of one figure over all measurements. */
export const medianOf = <T>(values: readonly T[], figure: (value: T) => number) => median(values.map(figure));
