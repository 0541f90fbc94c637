import { Refusal } from '#faults/refusal';

const HOUR_MS = 3_600_000;

/**
 * Limits the requests of each host per hour: the authority's limit counts all hosts together, so one host could use up
 * what the renewals of the others need. The result counts a request and refuses with `too-many-attempts`.
 */
export function limitRequests(limit: number, now: () => number): (host: string) => void {
  const started = new Map<string, readonly number[]>();
  return (host) => {
    const recent = (started.get(host) ?? []).filter((at) => at > now() - HOUR_MS && at <= now());
    const [oldest = 0] = recent;
    if (recent.length >= limit) {
      const seconds = Math.ceil((oldest + HOUR_MS - now()) / 1000);
      throw new Refusal('too-many-attempts', { retryAfter: seconds, values: { seconds } });
    }
    started.set(host, [...recent, now()]);
  };
}
