/** Words a duration: `350 ms`, `1.20 s`, the same in both languages. */
export const durationText = (ms: number): string =>
  ms < 1000 ? `${String(Math.round(ms))} ms` : `${(ms / 1000).toFixed(2)} s`;
