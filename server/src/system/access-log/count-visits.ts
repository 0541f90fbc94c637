import type { HostCode } from '@sitedeck/contract';
import { EdgeTally, type EdgeSums } from './edge-tally';
import { LineParser } from './line-parser';
import { logOf, openLogs, tailOf, type LogCursor, type OpenLog } from './log-files';
import { readLines } from './read-lines';
import { VisitTally, type VisitCount } from './visit-tally';

/** Counted visits, and the cursors before and after: both are stored together or not at all. */
export interface CountedVisits {
  readonly hostCode: HostCode;
  readonly from: LogCursor | undefined;
  readonly to: LogCursor;
  /** By start of the UTC hour, ms since 1970. */
  readonly hours: ReadonlyMap<number, VisitCount>;
  /** The visits that went through the edge. */
  readonly edge: EdgeSums;
  /** Set if the end of the log was reached. */
  readonly countedTo: Date | undefined;
}

/** Stores sums of visits. */
export interface VisitStore {
  cursor(hostCode: HostCode): Promise<LogCursor | undefined>;
  /** Bound domains of a host, in their stored form. */
  domains(hostCode: HostCode): Promise<readonly string[]>;
  /**
   * Adds the visits and moves the cursor in one step. Nothing is written if the cursor is no longer at `from`
   * (`moved`: another process has counted) or the host is gone.
   */
  commit(counted: CountedVisits): Promise<'written' | 'moved' | 'gone'>;
}

export interface CountOptions {
  readonly store: VisitStore;
  readonly hostCode: HostCode;
  /** The host's `logs` folder. */
  readonly folder: string;
  readonly now: number;
  /** Bytes that are counted in one batch, before the result is stored. */
  readonly batch: number;
  /** Whether no process writes to this old log any more. */
  readonly isClosed: (log: OpenLog) => Promise<boolean>;
}

/**
 * `more`: there is more to count. `held`: an old log is still being written. `unparsed`: number of lines that
 * could not be parsed.
 */
export interface BatchResult {
  readonly is: 'more' | 'held' | 'done';
  readonly unparsed: number;
}

const NOTHING: BatchResult = { is: 'done', unparsed: 0 };

/** Where to continue: at the cursor, or at the start of the current log if the log of the cursor is missing. */
async function startOf(cursor: LogCursor | undefined, logs: readonly OpenLog[]) {
  if (cursor) {
    const log = await logOf(cursor, logs);
    if (log) return { log, from: cursor.at };
  }
  const current = logs.find(({ age }) => age === 0);
  return current && { log: current, from: 0 };
}

/** The log that was started after this one. */
const newerThan = (log: OpenLog, logs: readonly OpenLog[]): OpenLog | undefined =>
  logs.findLast(({ age }) => age < log.age);

async function countOpen(logs: readonly OpenLog[], options: CountOptions): Promise<BatchResult> {
  const { store, hostCode, now, batch } = options;
  const cursor = await store.cursor(hostCode);
  const start = await startOf(cursor, logs);
  if (!start) return NOTHING;
  const { log, from } = start;
  // Checked before the log is read, so that a closed log is read to its end.
  const isClosed = log.age > 0 && (await options.isClosed(log));
  const visits = new VisitTally(now);
  const edge = new EdgeTally(now, await store.domains(hostCode));
  const parser = new LineParser((line) => {
    visits.add(line.at, line.status, line.sent);
    edge.add(line);
  });
  const onLine = parser.read.bind(parser);
  const { at, atEnd } = await readLines(log.handle, { from, limit: batch, final: isClosed, onLine });
  const next = atEnd && isClosed ? newerThan(log, logs) : undefined;
  const to = next
    ? { inode: next.inode, at: 0, tail: '' }
    : { inode: log.inode, at, tail: await tailOf(log, at) };
  const isDone = atEnd && log.age === 0;
  const countedTo = isDone ? new Date(now) : undefined;
  const outcome = await store.commit({ hostCode, from: cursor, to, hours: visits.hours, edge, countedTo });
  if (outcome === 'gone') return NOTHING;
  if (outcome === 'moved') return { is: 'more', unparsed: 0 };
  return { is: isDone ? 'done' : atEnd && !next ? 'held' : 'more', unparsed: parser.unparsed };
}

/**
 * Counts the next batch of a host's access log, from the end of the last one. If the log was renamed
 * meanwhile, counts the old logs first.
 */
export async function countBatch(options: CountOptions): Promise<BatchResult> {
  const logs = await openLogs(options.folder);
  try {
    return await countOpen(logs, options);
  } finally {
    await Promise.all(logs.map(({ handle }) => handle.close()));
  }
}
