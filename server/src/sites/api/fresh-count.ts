import type { HostCode } from '@sitedeck/contract';

/** Longest wait of a caller for the newest lines of the log, ms. */
const WAIT_MS = 2000;

export interface FreshCountParts {
  /** Has the host's node count the new lines of its access log. */
  readonly countVisits: (hostCode: HostCode) => Promise<void>;
}

/** The result of work on a host's access log, or `otherwise` if it fails or takes too long for a caller to wait. */
export async function resultInTime<Result>(work: Promise<Result>, otherwise: Result): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<Result>((resolve) => (timer = setTimeout(() => resolve(otherwise), WAIT_MS)));
  const result = await Promise.race([work.catch(() => otherwise), timeout]);
  clearTimeout(timer);
  return result;
}

/** Waits until the log is counted, within limits: then the stored counts stay. */
export const waitForCount = ({ countVisits }: FreshCountParts, hostCode: HostCode): Promise<void> =>
  resultInTime(countVisits(hostCode), undefined);
