import type { Updateable } from 'kysely';
import { SESSION_ABSOLUTE_MS, SESSION_IDLE_MS } from '@sitedeck/contract';
import type { AccountCode, Claim, HostCode, LoginSource, Role, SessionEnding } from '@sitedeck/contract';
import type { Session } from '#sites/host-scope';
import { hashToken, newToken } from '#sites/api/token';
import type { Db } from '#state/db';
import { announce, type Change } from '#state/live';
import { LiveCache } from '#state/live-cache';
import type { RemoteOverride, SessionRow, SessionTable } from '#state/tables';

/** Activity is stored at most this often, ms. */
const WRITE_EVERY_MS = 60_000;

interface Entry {
  readonly session: Session;
  readonly expiresAt: number;
  lastActive: number;
  lastWritten: number;
}

export interface NewSession {
  readonly hostCode: HostCode;
  readonly accountCode: AccountCode;
  readonly source: LoginSource;
  readonly role: Role;
  readonly operator: string;
  readonly claims?: readonly Claim[];
}

function entryOf(row: SessionRow): Entry {
  const session: Session = {
    id: row.id_hash,
    credential: { is: 'cookie', enteredAt: row.created_at.getTime() },
    source: row.source,
    role: row.role,
    operator: row.operator,
    accountCode: row.account_code,
    hostCode: row.host_code,
    claims: row.claims,
    override: row.override ?? undefined,
  };
  const active = row.last_active_at.getTime();
  return { session, expiresAt: row.expires_at.getTime(), lastActive: active, lastWritten: active };
}

interface Options {
  readonly now: () => number;
  /** Called when storing activity failed; the session continues. */
  readonly onWriteFailed: (error: unknown) => void;
}

/** Cookie sessions: rows in the database, cached until some process announces their end. */
export class SessionStore {
  private readonly cache = new LiveCache<Entry>();
  private readonly writes = new Set<Promise<void>>();

  constructor(
    private readonly db: Db,
    private readonly options: Options,
  ) {}

  async open(facts: NewSession): Promise<{ token: string; session: Session }> {
    const token = newToken();
    const now = this.options.now();
    const row = await this.db
      .insertInto('session')
      .values({
        id_hash: hashToken(token),
        host_code: facts.hostCode,
        account_code: facts.accountCode,
        source: facts.source,
        role: facts.role,
        operator: facts.operator,
        claims: JSON.stringify(facts.claims ?? []),
        created_at: new Date(now),
        last_active_at: new Date(now),
        expires_at: new Date(now + SESSION_ABSOLUTE_MS),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return { token, session: entryOf(row).session };
  }

  /**
   * Finds the live session of a token; without a promise if it is cached.
   * @param active whether the request is the user's activity, which keeps the session alive
   */
  find(token: string, active: boolean): Session | undefined | Promise<Session | undefined> {
    const known = this.cache.peek(token);
    if (known && this.alive(known)) return this.use(known, active);
    // Idle in this process: another process may have seen activity.
    if (known) this.cache.forget(token);
    return this.read(token).then((entry) =>
      entry && this.alive(entry) ? this.use(entry, active) : undefined,
    );
  }

  /** Why a token has no live session. */
  async whyEnded(token: string): Promise<SessionEnding> {
    const row = await this.db
      .selectFrom('ended_session')
      .select('why')
      .where('id_hash', '=', hashToken(token))
      .where('expires_at', '>', new Date(this.options.now()))
      .executeTakeFirst();
    return row?.why ?? 'session-expired';
  }

  async end(session: Session): Promise<void> {
    this.forget(session.id);
    await this.db.deleteFrom('session').where('id_hash', '=', session.id).execute();
    await announce(this.db, { is: 'session', id: session.id });
    this.forget(session.id);
  }

  /** Moves a session to another host of its account. */
  async switchHost(session: Session, hostCode: HostCode): Promise<void> {
    await this.change(session, { host_code: hostCode });
  }

  /** Sets a remote that this session loads from another origin; undefined removes it. */
  async setOverride(session: Session, override: RemoteOverride | undefined): Promise<void> {
    await this.change(session, { override: override ? JSON.stringify(override) : null });
  }

  /** Removes expired sessions. */
  async sweep(): Promise<void> {
    const now = this.options.now();
    await this.db
      .deleteFrom('session')
      .where((row) =>
        row.or([
          row('expires_at', '<', new Date(now)),
          row('last_active_at', '<', new Date(now - SESSION_IDLE_MS - WRITE_EVERY_MS)),
        ]),
      )
      .execute();
    await this.db.deleteFrom('ended_session').where('expires_at', '<', new Date(now)).execute();
  }

  onChange(change: Change): void {
    if (change.is === 'session') this.forget(change.id);
  }

  onConnected(connected: boolean): void {
    this.cache.setConnected(connected);
  }

  /** Resolves when no write is in progress. */
  async settled(): Promise<void> {
    await Promise.all(this.writes);
  }

  private async change(session: Session, set: Updateable<SessionTable>): Promise<void> {
    await this.db.updateTable('session').set(set).where('id_hash', '=', session.id).execute();
    await announce(this.db, { is: 'session', id: session.id });
    this.forget(session.id);
  }

  private forget(id: string): void {
    this.cache.forgetWhere((entry) => entry.session.id === id);
  }

  private alive(entry: Entry): boolean {
    const now = this.options.now();
    return now < entry.expiresAt && now < entry.lastActive + SESSION_IDLE_MS;
  }

  private use(entry: Entry, active: boolean): Session {
    if (!active) return entry.session;
    const now = this.options.now();
    entry.lastActive = now;
    if (now - entry.lastWritten >= WRITE_EVERY_MS) this.writeDown(entry, now);
    return entry.session;
  }

  private writeDown(entry: Entry, now: number): void {
    entry.lastWritten = now;
    const write = this.db
      .updateTable('session')
      .set({ last_active_at: new Date(now) })
      .where('id_hash', '=', entry.session.id)
      .execute()
      .then(() => undefined, this.options.onWriteFailed)
      .finally(() => this.writes.delete(write));
    this.writes.add(write);
  }

  private read(token: string): Promise<Entry | undefined> {
    return this.cache.load(token, async () => {
      const row = await this.db
        .selectFrom('session')
        .selectAll()
        .where('id_hash', '=', hashToken(token))
        .executeTakeFirst();
      return row && entryOf(row);
    });
  }
}
