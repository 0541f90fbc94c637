import { isOpen, LOCALES, type HostCode, type Locale, type Task } from '@sitedeck/contract';
import { serializeOnce } from '#api/calls/serialized-reply';
import type { Db } from '#state/db';
import type { Change } from '#state/live';
import { LiveCache } from '#state/live-cache';
import type { TaskRow } from '#state/tables';
import { queryRecent } from './task-queries';
import { taskReply } from './task-reply';

/** Cached lists. Each has some tens of kB, and is polled every few seconds while its page is open. */
const CAPACITY = 2000;

const keyOf = (hostCode: string, locale: Locale) => `${hostCode} ${locale}`;

interface CachedList {
  readonly tasks: Task[];
  /** When a task's lease expires, ms since the epoch: the list changes then, although no row does. */
  readonly until: number;
}

/** The end of the first lease that has not expired yet. */
const firstEnd = (rows: readonly TaskRow[]): number =>
  Math.min(
    ...rows
      .filter(({ status }) => isOpen(status))
      .map((row) => row.lease_until?.getTime() ?? Infinity)
      .filter((end) => end > Date.now()),
  );

/**
 * The list that every open page polls, cached in serialized form until a process changes a task of the host.
 */
export class LiveTaskLists {
  private readonly cache = new LiveCache<CachedList>(CAPACITY);

  constructor(private readonly db: Db) {}

  /** Returns no promise if the list is cached. */
  of(hostCode: HostCode, locale: Locale): Task[] | Promise<Task[]> {
    const key = keyOf(hostCode, locale);
    const kept = this.cache.peek(key);
    if (kept && kept.until > Date.now()) return kept.tasks;
    if (kept) this.cache.forget(key);
    return this.cache.load(key, () => this.read(hostCode, locale)).then(({ tasks }) => tasks);
  }

  /** Call after this process changed a task of a host: its owner may poll before the change is announced. */
  forget(hostCode: string): void {
    for (const locale of LOCALES) this.cache.forget(keyOf(hostCode, locale));
  }

  onChange(change: Change): void {
    if (change.is === 'tasks') this.forget(change.hostCode);
  }

  onConnected(connected: boolean): void {
    this.cache.setConnected(connected);
  }

  private async read(hostCode: HostCode, locale: Locale): Promise<CachedList> {
    const rows = await queryRecent(this.db, hostCode);
    // Computed before serializing: a lease that expires in between is reported as held, and the next request
    // rereads it.
    const until = firstEnd(rows);
    return { tasks: serializeOnce(rows.map((row) => taskReply(row, locale))), until };
  }
}
