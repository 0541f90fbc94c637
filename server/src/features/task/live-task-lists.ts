import { LOCALES, type HostCode, type Locale, type Task } from '@sitedeck/contract';
import { lasting } from '../../lasting-reply';
import type { Db } from '../../state/db';
import type { Change } from '../../state/live';
import { LiveCache } from '../../state/live-cache';
import { queryRecent } from './task-queries';
import { taskWire } from './task-wire';

/** Lists kept. Each is some tens of kB at most, and is asked for every few seconds while its page is open. */
const CAPACITY = 2000;

const keyOf = (hostCode: string, locale: Locale) => `${hostCode} ${locale}`;

/** The list that every open page polls, kept in its words until a process changes a task of the host. */
export class LiveTaskLists {
  private readonly cache = new LiveCache<Task[]>(CAPACITY);

  constructor(private readonly db: Db) {}

  /** At once where it is in memory. */
  of(hostCode: HostCode, locale: Locale): Task[] | Promise<Task[]> {
    const key = keyOf(hostCode, locale);
    return this.cache.peek(key) ?? this.cache.load(key, () => this.read(hostCode, locale));
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

  private async read(hostCode: HostCode, locale: Locale): Promise<Task[]> {
    const rows = await queryRecent(this.db, hostCode);
    return lasting(rows.map((row) => taskWire(row, locale)));
  }
}
