import { makePause } from './pause';
import { randomId } from './random-id';

/**
 * The part of the browser's Web Locks that is used. `lost` aborts when another page turns out to hold the same
 * lock.
 */
export interface Locks {
  request: (
    name: string,
    options: { readonly signal: AbortSignal },
    hold: (lost?: AbortSignal) => Promise<void>,
  ) => Promise<void>;
}

/** Time limit for the replies of other pages, ms; idle pages answer within a few ms. */
const ANSWER_MS = 200;
/**
 * The last ms of that wait are a timer of their own: a page that was busy rendering finds its wait over before it
 * has read the replies of other pages.
 */
const READ_MS = 50;
/** A closed page reports nothing, so waiting pages ask again after this many ms. */
const AGAIN_MS = 5000;

type LockMessage = { readonly is: 'ask' | 'taken'; readonly id: string } | { readonly is: 'free' };

/** One page's request for a lock. If two pages ask at the same moment, the smaller id wins. */
class LockRequest {
  private readonly channel: BroadcastChannel;
  private readonly id = randomId();
  private readonly pause = makePause();
  private readonly end = new AbortController();
  private role: 'waits' | 'asks' | 'has' = 'waits';
  private denied = false;
  /** Another page requested the lock meanwhile. */
  wanted = false;
  private beat: ReturnType<typeof setInterval> | undefined;

  constructor(name: string) {
    this.channel = new BroadcastChannel(`${name}.seat`);
    this.channel.onmessage = ({ data }: MessageEvent<LockMessage>) => this.receive(data);
  }

  get lost(): AbortSignal {
    return this.end.signal;
  }

  /** Resolves once no other page holds the lock, or when `signal` aborts. */
  async take(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      this.denied = false;
      this.role = 'asks';
      this.send({ is: 'ask', id: this.id });
      await makePause().wait(ANSWER_MS - READ_MS, signal);
      await makePause().wait(READ_MS, signal);
      if (this.isAgreed()) break;
      this.role = 'waits';
      await this.pause.wait(AGAIN_MS, signal);
    }
    this.role = 'has';
    // Two pages hold the lock after one of them was frozen for a while; this message lets them notice.
    this.beat = setInterval(() => this.send({ is: 'taken', id: this.id }), AGAIN_MS);
  }

  leave(): void {
    clearInterval(this.beat);
    if (this.role === 'has') this.send({ is: 'free' });
    this.channel.close();
  }

  private isAgreed(): boolean {
    return !this.denied;
  }

  private send(message: LockMessage): void {
    this.channel.postMessage(message);
  }

  private receive(message: LockMessage): void {
    if (message.is === 'ask') this.wanted = true;
    if (message.is === 'free') {
      if (this.role === 'waits') this.pause.wake();
      return;
    }
    const theirs = message.id < this.id;
    if (this.role === 'has') {
      if (message.is === 'ask') this.send({ is: 'taken', id: this.id });
      else if (theirs) this.end.abort();
    } else if (this.role === 'asks') {
      if (message.is === 'taken' || theirs) this.denied = true;
      else this.send({ is: 'ask', id: this.id });
    }
  }
}

/** Locks that this page has just released while another one waits: the other page goes first. */
const givenUp = new Set<string>();

/**
 * A replacement for Web Locks, which a page without TLS lacks: the pages negotiate by messages.
 */
export const channelLocks: Locks = {
  request: async (name, { signal }, hold) => {
    if (givenUp.delete(name)) await makePause().wait(AGAIN_MS, signal);
    const request = new LockRequest(name);
    try {
      await request.take(signal);
      if (!signal.aborted) await hold(request.lost);
    } finally {
      request.leave();
      if (request.wanted) givenUp.add(name);
    }
  },
};

/** Locks between the pages of one browser: Web Locks, or their replacement. */
export function pageLocks(): Locks {
  // Its type says that it always exists; it is absent without TLS.
  const { locks } = navigator as { locks?: LockManager };
  if (!locks) return channelLocks;
  return { request: (name, options, hold) => locks.request(name, options, () => hold()) };
}
