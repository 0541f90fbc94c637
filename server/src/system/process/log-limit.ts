const LINES_PER_MINUTE = 10;
const MINUTE_MS = 60_000;

/** Bounds what the programs of one host can make us log: says whether another line of this host may be logged now. */
export function logLimit(now: () => number = Date.now): (host: string) => boolean {
  const counts = new Map<string, number>();
  let minute = 0;
  return (host) => {
    const current = Math.floor(now() / MINUTE_MS);
    if (current !== minute) counts.clear();
    minute = current;
    const count = counts.get(host) ?? 0;
    counts.set(host, count + 1);
    return count < LINES_PER_MINUTE;
  };
}
