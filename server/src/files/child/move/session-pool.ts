import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '#faults/refusal';
import { ConnectionLost, SourceRefusal, type SourceLimits, type SourceSession } from './source';

const PAUSE_MAX_MS = 20_000;
/** Failures in a row before the server has ever let us in. */
const FIRST_TRIES = 2;

export interface PoolOptions {
  /** Opens one more connection, signed in. */
  readonly open: () => Promise<SourceSession>;
  readonly server: string;
  readonly sessionsMax: number;
  readonly limits: SourceLimits;
  readonly signal: AbortSignal;
}

interface Member {
  readonly session: SourceSession;
  busy: number;
}

/**
 * Connections to the source, opened as they are needed. After a loss new ones are opened after a pause; where the server
 * says that we have too many, fewer are used from then on.
 */
export class SessionPool {
  private readonly members = new Set<Member>();
  private readonly waiting: (() => void)[] = [];
  private opening = 0;
  private most: number;
  private hasBeenIn = false;
  /** Failures of one outage count once: those that began before it are ignored. */
  private failures = 0;
  /** Lost connections in a row, without any success in between. */
  private losses = 0;
  private outage = 0;
  private pause = Promise.resolve();

  constructor(private readonly options: PoolOptions) {
    this.most = options.sessionsMax;
    options.signal.addEventListener('abort', () => this.wakeAll(), { once: true });
  }

  get server(): string {
    return this.options.server;
  }

  /** Work that may run at the same time. */
  lanesOf({ lanes }: SourceSession): number {
    return this.options.sessionsMax * lanes;
  }

  /** Runs `act` on a free connection; a connection that was lost is not used again. */
  async use<T>(act: (session: SourceSession) => Promise<T>): Promise<T> {
    const member = await this.acquire();
    const { outage } = this;
    try {
      const result = await act(member.session);
      this.losses = 0;
      return result;
    } catch (error) {
      if (error instanceof SourceRefusal) this.losses = 0;
      else this.drop(member);
      if (error instanceof ConnectionLost) this.lost(error, outage);
      throw error;
    } finally {
      member.busy -= 1;
      this.waiting.shift()?.();
    }
  }

  /** Called when bytes have arrived: the server is there. */
  progressed(): void {
    this.losses = 0;
  }

  close(): void {
    for (const { session } of this.members) session.close();
    this.members.clear();
  }

  private drop(member: Member): void {
    if (this.members.delete(member)) member.session.close();
  }

  private async acquire(): Promise<Member> {
    for (;;) {
      this.options.signal.throwIfAborted();
      await this.pause;
      const free = this.free();
      if (free) return free;
      if (this.members.size + this.opening < this.most) {
        const opened = await this.openOne();
        if (opened) return opened;
      } else await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
  }

  /** An idle connection, or the least busy one if no more may be opened. */
  private free(): Member | undefined {
    let best: Member | undefined;
    for (const member of this.members)
      if (member.busy < member.session.lanes && member.busy < (best?.busy ?? Infinity)) best = member;
    const mayOpen = this.members.size + this.opening < this.most;
    if (!best || (best.busy > 0 && mayOpen)) return undefined;
    best.busy += 1;
    return best;
  }

  private async openOne(): Promise<Member | undefined> {
    const { outage } = this;
    this.opening += 1;
    try {
      const member = { session: await this.options.open(), busy: 1 };
      this.members.add(member);
      this.hasBeenIn = true;
      this.failures = 0;
      return member;
    } catch (error) {
      if (!(error instanceof ConnectionLost)) throw error;
      // `opening` counts this connection too.
      if (error.isFull) this.most = Math.max(1, this.members.size + this.opening - 1);
      if ((!error.isFull || this.members.size === 0) && this.lost(error, outage)) this.countFailure(error);
      return undefined;
    } finally {
      this.opening -= 1;
      this.wakeAll();
    }
  }

  private wakeAll(): void {
    for (const wake of this.waiting.splice(0)) wake();
  }

  /** Pauses. False for a loss of an outage that is known. */
  private lost({ isFull }: ConnectionLost, outage: number): boolean {
    const { limits, signal } = this.options;
    if (isFull) this.most = Math.max(1, Math.min(this.most, this.members.size + this.opening));
    if (outage !== this.outage) return false;
    this.outage += 1;
    this.losses += 1;
    const ms = Math.min(limits.pauseMs * 2 ** (this.losses - 1), PAUSE_MAX_MS);
    this.pause = sleep(ms, undefined, { signal }).catch(() => undefined);
    return true;
  }

  /** A server that lets us in is there, even if it then gives nothing: only connections that can't be opened count. */
  private countFailure({ why }: ConnectionLost): void {
    const { limits, server } = this.options;
    this.failures += 1;
    const triesMax = this.hasBeenIn ? limits.triesMax : Math.min(FIRST_TRIES, limits.triesMax);
    if (this.failures >= triesMax) throw new Refusal('move-unreachable', { values: { server, why } });
  }
}
