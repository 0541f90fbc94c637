import { LOG_NEWER_MAX, type LogRecord } from '@sitedeck/contract';
import { pollPause } from '@sitedeck/sdk';

/** New rows appear within 5 s, including the round trip, ms. */
const PACE_MS = 4000;
/** How long to wait before the next poll, ms. @param chance in [0, 1) */
export const followPause = (page: Parameters<typeof pollPause>[0], chance: number): number =>
  pollPause(page, chance, PACE_MS);

interface Following {
  /** Where the page's own reply ended. */
  readonly cursor: number;
  /** Rows after a given row, oldest first. */
  readonly ask: (id: number) => Promise<readonly LogRecord[]>;
  readonly take: (records: readonly LogRecord[]) => void;
  /** Resolves when it is time to poll again; not before the browser has a network. */
  readonly wait: (failures: number) => Promise<void>;
  readonly signal: AbortSignal;
}

/**
 * Polls for new records until aborted. It always starts from the reply before the last: a row gets its number
 * before it is visible, so a lower number may appear later. Records may therefore be reported twice.
 */
export async function followLog({ cursor, ask, take, wait, signal }: Following): Promise<void> {
  let [from, newest] = [cursor, cursor];
  let failures = 0;
  let isLastBatch = true;
  for (;;) {
    if (isLastBatch) await wait(failures);
    if (signal.aborted) return;
    try {
      const records = await ask(from);
      failures = 0;
      isLastBatch = records.length < LOG_NEWER_MAX;
      const last = records.at(-1)?.id ?? newest;
      [from, newest] = isLastBatch ? [newest, Math.max(newest, last)] : [last, last];
      if (records.length > 0 && !isAborted(signal)) take(records);
    } catch {
      failures += 1;
      isLastBatch = true;
    }
  }
}

// TypeScript's narrowing ends at an await.
const isAborted = (signal: AbortSignal): boolean => signal.aborted;
