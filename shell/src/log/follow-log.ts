import { LOG_NEWER_MAX, type LogRecord } from '@sitedeck/contract';
import { pollPause } from '@sitedeck/sdk';

/** Shown within 5 s, the way there and back included, ms. */
const PACE_MS = 4000;
/** How long to wait before asking again, ms. @param chance in [0, 1) */
export const followPause = (page: Parameters<typeof pollPause>[0], chance: number): number =>
  pollPause(page, chance, PACE_MS);

interface Following {
  /** Where the page's own answer ended. */
  readonly cursor: number;
  /** What came after a row, oldest first. */
  readonly ask: (id: number) => Promise<readonly LogRecord[]>;
  readonly take: (records: readonly LogRecord[]) => void;
  /** Resolves when it is time to ask again; not before the browser has a network. */
  readonly wait: (failures: number) => Promise<void>;
  readonly signal: AbortSignal;
}

/**
 * Asks again and again for what is new, until aborted. It always asks from where it was one answer before: a row gets its
 * number before it can be seen, so a lower one may come later. Records may therefore be told twice.
 */
export async function followLog({ cursor, ask, take, wait, signal }: Following): Promise<void> {
  let [from, newest] = [cursor, cursor];
  let failures = 0;
  let isWhole = true;
  for (;;) {
    if (isWhole) await wait(failures);
    if (signal.aborted) return;
    try {
      const records = await ask(from);
      failures = 0;
      isWhole = records.length < LOG_NEWER_MAX;
      const last = records.at(-1)?.id ?? newest;
      [from, newest] = isWhole ? [newest, Math.max(newest, last)] : [last, last];
      if (records.length > 0 && !isAborted(signal)) take(records);
    } catch {
      failures += 1;
      isWhole = true;
    }
  }
}

// Narrowing holds no longer than an await.
const isAborted = (signal: AbortSignal): boolean => signal.aborted;
