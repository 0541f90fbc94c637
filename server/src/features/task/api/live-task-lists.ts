import { isOpen, LOCALES, type HostCode, type Locale, type Task } from '@sitedeck/contract';
import { lasting } from '#api/calls/lasting-reply';
import type { Db } from '#state/db';
import type { Change } from '#state/live';
import { LiveCache } from '#state/live-cache';
import type { TaskRow } from '#state/tables';
import { queryRecent } from './task-queries';
import { taskWire } from './task-wire';

/** Lists kept. Each is some tens of kB at most, and is asked for every few seconds while its page is open. */
const CAPACITY = 2000;

const keyOf = (hostCode: string, locale: Locale) => `${hostCode} ${locale}`;

interface Kept {
  readonly tasks: Task[];
  /** When a task of it lets go of the workspace by itself, ms since the epoch: no row is written then. */
  readonly until: number;
}

/** The first lease that is still to end. */
const firstEnd = (rows: readonly TaskRow[]): number =>
  Math.min(
    ...rows
      .filter(({ status }) => isOpen(status))
      .map((row) => row.lease_until?.getTime() ?? Infinity)
      .filter((end) => end > Date.now()),
  );

/** The list that every open page polls, kept in its words until a process changes a task of the host. */
export class LiveTaskLists {
  private readonly cache = new LiveCache<Kept>(CAPACITY);

  constructor(private readonly db: Db) {}

  /** At once where it is in memory. */
  of(hostCode: HostCode, locale: Locale): Task[] | Promise<Task[]> {
    const key = keyOf(hostCode, locale);
    const kept = this.cache.peek(key);
    if (kept && kept.until > Date.now()) return kept.tasks;
    if (kept) this.cache.forget(key);
    return this.cache.load(key, () => this.read(hostCode, locale)).then(({ tasks }) => tasks);
  }

  /** This process changed something of a host, whose owner may ask before that has been announced. */
  forget(hostCode: string): void {
    for (const locale of LOCALES) this.cache.forget(keyOf(hostCode, locale));
  }

  onChange(change: Change): void {
    if (change.is === 'tasks') this.forget(change.hostCode);
  }

  onConnected(connected: boolean): void {
    this.cache.setConnected(connected);
  }

  private async read(hostCode: HostCode, locale: Locale): Promise<Kept> {
    const rows = await queryRecent(this.db, hostCode);
    // Before the tasks are put into words: a lease that ends in between is reported as held, and the next request reads it again.
    const until = firstEnd(rows);
    return { tasks: lasting(rows.map((row) => taskWire(row, locale))), until };
  }
}
