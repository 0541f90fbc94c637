import pg from 'pg';
import { sql } from 'kysely';
import type { Db } from './db';

/** A change whose cached rows every process must forget at once. */
export type Change =
  | { readonly is: 'session'; readonly id: string }
  | { readonly is: 'host'; readonly hostCode: string }
  | { readonly is: 'task'; readonly id: number }
  /** A task of the host came, went or got on; told by the database itself, whoever wrote it. */
  | { readonly is: 'tasks'; readonly hostCode: string }
  | { readonly is: 'registry' };

const CHANNEL = 'sitedeck_live';
const RETRY_MS = 500;

function encode(change: Change): string {
  if (change.is === 'session') return `session ${change.id}`;
  if (change.is === 'host') return `host ${change.hostCode}`;
  if (change.is === 'task') return `task ${change.id}`;
  if (change.is === 'tasks') return `tasks ${change.hostCode}`;
  return change.is;
}

function decode(payload: string): Change | undefined {
  const [is, value = ''] = payload.split(' ');
  if (is === 'session') return { is, id: value };
  if (is === 'host') return { is, hostCode: value };
  if (is === 'task') return { is, id: Number(value) };
  if (is === 'tasks') return { is, hostCode: value };
  if (is === 'registry') return { is };
  return undefined;
}

/** Announces a change to every process, or, inside a transaction, when that commits. */
export async function announce(db: Db, change: Change): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${encode(change)})`.execute(db);
}

export interface LiveFeed {
  /**
   * Resolves once this process has received every change that was committed before the call, in the order of
   * the commits. So a caller that has just written a value reads nothing older afterwards. Resolves at once
   * while disconnected, since nothing is cached then.
   */
  caughtUp(): Promise<void>;
  close(): Promise<void>;
}

export interface Listener {
  onChange(change: Change): void;
  /** False while announcements may be missed: nothing may be cached then. */
  onConnected(connected: boolean): void;
}

const MARK = 'mark ';

/** Marks that this process sends through the feed, and the callers that wait for them to come back. */
class Marks {
  private count = 0;
  private readonly waiting = new Map<string, () => void>();

  next(): { readonly payload: string; readonly passed: Promise<void> } {
    const payload = `${MARK}${process.pid} ${(this.count += 1)}`;
    return { payload, passed: new Promise((resolve) => this.waiting.set(payload, resolve)) };
  }

  pass(payload: string): void {
    this.waiting.get(payload)?.();
    this.waiting.delete(payload);
  }

  passAll(): void {
    for (const payload of [...this.waiting.keys()]) this.pass(payload);
  }
}

/** Listens on its own connection, and reconnects when that is lost. */
export async function listenForChanges(url: string, listener: Listener): Promise<LiveFeed> {
  let closed = false;
  let client: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  const marks = new Marks();

  const open = async (): Promise<void> => {
    const next = new pg.Client({ connectionString: url, keepAlive: true });
    next.on('error', () => undefined);
    next.on('end', () => lost(next));
    next.on('notification', (message) => {
      const { payload = '' } = message;
      const change = decode(payload);
      if (change) listener.onChange(change);
      else marks.pass(payload);
    });
    client = next;
    await next.connect();
    await next.query(`listen ${CHANNEL}`);
    listener.onConnected(true);
  };
  const lost = (which: pg.Client): void => {
    if (closed || which !== client) return;
    client = undefined;
    listener.onConnected(false);
    marks.passAll();
    retry = setTimeout(() => void open().catch(() => lostAgain()), RETRY_MS);
  };
  const lostAgain = (): void => {
    if (client) lost(client);
  };

  await open();
  return {
    caughtUp: async () => {
      const { payload, passed } = marks.next();
      const notification = client?.query('select pg_notify($1, $2)', [CHANNEL, payload]);
      if (notification) notification.catch(() => marks.pass(payload));
      else marks.pass(payload);
      await passed;
    },
    close: async () => {
      closed = true;
      marks.passAll();
      clearTimeout(retry);
      await client?.end();
    },
  };
}
