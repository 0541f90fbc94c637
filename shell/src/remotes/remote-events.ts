import { tellRemoteEvents, type BootRemote, type RemoteEvent, type RemoteFailure } from '@sitedeck/contract';
import { sendBeacon } from '@sitedeck/sdk';
import { makeReference } from './reference';

type Named = Pick<BootRemote, 'name' | 'version'>;

/** Events of one page change travel together, ms. */
const GATHER_MS = 2000;
/** The same failure is told once in this time: a loop of retries is one failure, ms. */
const SAME_MS = 60_000;
/** Of the contract. */
const MOST_EVENTS = 50;
const MOST_LETTERS = 500;

const waiting: RemoteEvent[] = [];
const lastTold = new Map<string, { readonly at: number; readonly reference: string }>();
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

interface Told {
  readonly stage: RemoteFailure;
  readonly words: string;
  /** Where the failure has a reference already. */
  readonly known?: string | undefined;
}

/** @returns the reference under which the server's log holds it */
export function tellFailed({ name, version }: Named, { stage, words, known }: Told): string {
  const key = [name, version, stage].join(' ');
  const now = Date.now();
  const last = lastTold.get(key);
  if (last && now - last.at < SAME_MS) return last.reference;
  const reference = known ?? makeReference();
  lastTold.set(key, { at: now, reference });
  const message = `${reference} ${words}`.slice(0, MOST_LETTERS);
  gather({ is: 'failed', name, version, stage, message });
  return reference;
}

export function tellBeforeLeaving(): void {
  addEventListener('pagehide', flushEvents);
}
