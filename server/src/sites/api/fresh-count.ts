import type { HostCode } from '@sitedeck/contract';

/** How long a caller waits for the newest log lines to be counted, ms. */
const WAIT_MS = 2000;

export interface FreshCountParts {
  /** Makes the host's node count the new lines of its access log. */
  readonly countVisits: (hostCode: HostCode) => Promise<void>;
}

/** The result of work on a host's access log, or `fallback` if the work fails or takes too long for a caller to wait. */
export async function resultInTime<Result>(work: Promise<Result>, fallback: Result): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<Result>((resolve) => (timer = setTimeout(() => resolve(fallback), WAIT_MS)));
  const result = await Promise.race([work.catch(() => fallback), timeout]);
  clearTimeout(timer);
  return result;
}

/** Waits until the log has been counted. If that fails or takes too long, callers use the stored counts. */
export const waitForCount = ({ countVisits }: FreshCountParts, hostCode: HostCode): Promise<void> =>
  resultInTime(countVisits(hostCode), undefined);
