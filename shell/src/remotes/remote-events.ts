import { tellRemoteEvents, type BootRemote, type RemoteEvent, type RemoteFailure } from '@sitedeck/contract';
import { sendBeacon } from '@sitedeck/sdk';

type Named = Pick<BootRemote, 'name' | 'version'>;

/** Events of one page change travel together, ms. */
const GATHER_MS = 2000;
/** The same failure is told once in this time: a loop of retries is one failure, ms. */
const SAME_MS = 60_000;
/** Of the contract. */
const MOST_EVENTS = 50;
const MOST_LETTERS = 500;

const waiting: RemoteEvent[] = [];
const lastTold = new Map<string, number>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Tells what has gathered; at once when the page goes away. */
export function flushEvents(): void {
  clearTimeout(timer);
  timer = undefined;
  const events = waiting.splice(0, MOST_EVENTS);
  if (events.length > 0) sendBeacon(tellRemoteEvents, { body: { events } });
}

function gather(event: RemoteEvent): void {
  if (waiting.length < MOST_EVENTS) waiting.push(event);
  timer ??= setTimeout(flushEvents, GATHER_MS);
}

export const tellLoaded = ({ name, version }: Named, ms: number): void =>
  gather({ is: 'loaded', name, version, ms });

export function tellFailed({ name, version }: Named, stage: RemoteFailure, message: string): void {
  const key = [name, version, stage].join(' ');
  const now = Date.now();
  if (now - (lastTold.get(key) ?? -SAME_MS) < SAME_MS) return;
  lastTold.set(key, now);
  gather({ is: 'failed', name, version, stage, message: message.slice(0, MOST_LETTERS) });
}

export function tellBeforeLeaving(): void {
  addEventListener('pagehide', flushEvents);
}
