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

/** Pages answer one another within a few ms, unless they are busy. */
const ANSWER_MS = 200;
/**
 * The last ms of that wait are a timer of their own: a page that was busy rendering finds its wait over before it
 * has read the answers of other pages.
 */
const HEAR_MS = 50;
/** A closed page reports nothing, so waiting pages ask again after this many ms. */
const AGAIN_MS = 5000;

type Word = { readonly is: 'ask' | 'taken'; readonly id: string } | { readonly is: 'free' };

/** One page's request for a lock. If two pages ask at the same moment, the smaller id wins. */
class Seat {
  private readonly channel: BroadcastChannel;
  private readonly id = randomId();
  private readonly pause = makePause();
  private readonly end = new AbortController();
  private role: 'waits' | 'asks' | 'has' = 'waits';
  private denied = false;
  /** Another page asked for it meanwhile. */
  wanted = false;
  private beat: ReturnType<typeof setInterval> | undefined;

  constructor(name: string) {
    this.channel = new BroadcastChannel(`${name}.seat`);
    this.channel.onmessage = ({ data }: MessageEvent<Word>) => this.hear(data);
  }

  get lost(): AbortSignal {
    return this.end.signal;
  }

  /** Resolves once no other page holds the lock, or when `signal` aborts. */
  async take(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      this.denied = false;
      this.role = 'asks';
      this.say({ is: 'ask', id: this.id });
      await makePause().wait(ANSWER_MS - HEAR_MS, signal);
      await makePause().wait(HEAR_MS, signal);
      if (this.isAgreed()) break;
      this.role = 'waits';
      await this.pause.wait(AGAIN_MS, signal);
    }
    this.role = 'has';
    // Two pages hold the lock after one of them was frozen for a while; this message lets them notice.
    this.beat = setInterval(() => this.say({ is: 'taken', id: this.id }), AGAIN_MS);
  }

  leave(): void {
    clearInterval(this.beat);
    if (this.role === 'has') this.say({ is: 'free' });
    this.channel.close();
  }

  private isAgreed(): boolean {
    return !this.denied;
  }

  private say(word: Word): void {
    this.channel.postMessage(word);
  }

  private hear(word: Word): void {
    if (word.is === 'ask') this.wanted = true;
    if (word.is === 'free') {
      if (this.role === 'waits') this.pause.wake();
      return;
    }
    const theirs = word.id < this.id;
    if (this.role === 'has') {
      if (word.is === 'ask') this.say({ is: 'taken', id: this.id });
      else if (theirs) this.end.abort();
    } else if (this.role === 'asks') {
      if (word.is === 'taken' || theirs) this.denied = true;
      else this.say({ is: 'ask', id: this.id });
    }
  }
}

/** Locks that this page has just released while another one waits: the other page goes first. */
const givenUp = new Set<string>();

/**
 * The same promise as Web Locks where a page has none, as in one served without TLS: pages agree among
 * themselves.
 */
export const channelLocks: Locks = {
  request: async (name, { signal }, hold) => {
    if (givenUp.delete(name)) await makePause().wait(AGAIN_MS, signal);
    const seat = new Seat(name);
    try {
      await seat.take(signal);
      if (!signal.aborted) await hold(seat.lost);
    } finally {
      seat.leave();
      if (seat.wanted) givenUp.add(name);
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
