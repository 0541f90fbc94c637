import {
  REMOTE_EVENT_MESSAGE_MAX,
  REMOTE_EVENTS_MAX,
  reportRemoteEvents,
  type BootRemote,
  type RemoteEvent,
  type RemoteFailure,
} from '@sitedeck/contract';
import { sendBeacon } from '@sitedeck/sdk';
import { makeReference } from './reference';

type RemoteVersion = Pick<BootRemote, 'name' | 'version'>;

/** How long events are collected for one request, ms. */
const GATHER_MS = 2000;
/** The same failure is reported once in this time: repeated retries are one failure, ms. */
const SAME_MS = 60_000;

const waiting: RemoteEvent[] = [];
const lastReports = new Map<string, { readonly at: number; readonly reference: string }>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Sends the collected events; called at once when the page closes. */
export function flushEvents(): void {
  clearTimeout(timer);
  timer = undefined;
  const events = waiting.splice(0, REMOTE_EVENTS_MAX);
  if (events.length > 0) sendBeacon(reportRemoteEvents, { body: { events } });
}

function gather(event: RemoteEvent): void {
  if (waiting.length < REMOTE_EVENTS_MAX) waiting.push(event);
  timer ??= setTimeout(flushEvents, GATHER_MS);
}

export const reportLoaded = ({ name, version }: RemoteVersion, ms: number): void =>
  gather({ is: 'loaded', name, version, ms });

interface FailureReport {
  readonly stage: RemoteFailure;
  readonly words: string;
  /** Reference of the failure, if it already has one. */
  readonly known?: string | undefined;
}

/** @returns the reference of the failure in the server's log */
export function reportFailed(
  { name, version }: RemoteVersion,
  { stage, words, known }: FailureReport,
): string {
  const key = [name, version, stage].join(' ');
  const now = Date.now();
  const last = lastReports.get(key);
  if (last && now - last.at < SAME_MS) return last.reference;
  const reference = known ?? makeReference();
  lastReports.set(key, { at: now, reference });
  const message = `${reference} ${words}`.slice(0, REMOTE_EVENT_MESSAGE_MAX);
  gather({ is: 'failed', name, version, stage, message });
  return reference;
}

export function reportBeforeLeaving(): void {
  addEventListener('pagehide', flushEvents);
}
