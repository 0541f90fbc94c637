import { Refusal } from '#faults/refusal';

const HOUR_MS = 3_600_000;

/**
 * Counts requests of each host within an hour: an authority counts those of all hosts together, so that one host could
 * use up what the renewals of the others need. Refuses with `too-many-attempts`.
 */
export function limitRequests(most: number, now: () => number): (host: string) => void {
  const begun = new Map<string, readonly number[]>();
  return (host) => {
    const recent = (begun.get(host) ?? []).filter((at) => at > now() - HOUR_MS && at <= now());
    const [oldest = 0] = recent;
    if (recent.length >= most) {
      const seconds = Math.ceil((oldest + HOUR_MS - now()) / 1000);
      throw new Refusal('too-many-attempts', { retryAfter: seconds, values: { seconds } });
    }
    begun.set(host, [...recent, now()]);
  };
}
