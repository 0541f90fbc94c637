import { reportRemoteEvents, type BootRemote, type RemoteEvent } from '@sitedeck/contract';
import { beaconOf } from '@sitedeck/sdk';
import { BEAT_MS, startWatch, type Alarm } from './hang-watch';
import { makeReference } from './reference';

type RemoteVersion = Pick<BootRemote, 'name' | 'version'>;

/** Session storage key of the remotes that are starting: it survives a reload, and the end of a page that hangs. */
const MARK = 'sitedeck-entering';
/** Number of heartbeats after a remote's first content that show that the page does not hang. */
const BEATS_UNTIL_STARTED = 2;

interface Entering {
  readonly remote: RemoteVersion;
  /** Reference for the report, if the remote hangs. */
  readonly reference: string;
  /** Heartbeats until the remote has started; Infinity while it loads. */
  beatsLeft: number;
}

const labelOf = ({ name, version }: RemoteVersion): string => `${name}@${version}`;

/** References by label, stored as `files@0.1.0#7F3A2C ssl@2.0.0#0B11D2`. */
function readMark(): Map<string, string> {
  const marks = sessionStorage.getItem(MARK)?.split(' ') ?? [];
  return new Map(
    marks.map((mark) => {
      const [label = '', reference = ''] = mark.split('#');
      return [label, reference];
    }),
  );
}

/** Marks that this page found when it started. */
const hung = readMark();
const entering = new Map<string, Entering>();
let watch: ReturnType<typeof startWatch> | undefined;
let beating: ReturnType<typeof setInterval> | undefined;

/**
 * Whether the last page of this tab ended while this remote started. A page that closes normally removes its marks.
 */
export const hungLastTime = (remote: RemoteVersion): boolean => hung.has(labelOf(remote));

/** Reference under which the last page's watchdog reported the hang. */
export const hungReference = (remote: RemoteVersion): string | undefined =>
  hung.get(labelOf(remote)) || undefined;

/** Marks a remote before its code may run. */
export function beginEntering(remote: RemoteVersion): void {
  const label = labelOf(remote);
  hung.delete(label);
  entering.set(label, { remote, reference: makeReference(), beatsLeft: Infinity });
  beating ??= setInterval(beat, BEAT_MS);
  changed();
}

/** Call it when the remote's code has run; after a few more heartbeats it counts as started. */
export function awaitHeartbeats(remote: RemoteVersion): void {
  const one = entering.get(labelOf(remote));
  if (one) one.beatsLeft = BEATS_UNTIL_STARTED;
}

/** Call it when the remote has failed or the user has left it: it did not hang. */
export function stopEntering(remote: RemoteVersion): void {
  if (entering.delete(labelOf(remote))) changed();
}

function beat(): void {
  watch?.send({ is: 'beat' });
  for (const one of entering.values()) {
    one.beatsLeft -= 1;
    if (one.beatsLeft <= 0) stopEntering(one.remote);
  }
}

function changed(): void {
  const current = [...entering].map(([label, { reference }]) => [label, reference]);
  const marked = [...hung, ...current].map((mark) => mark.join('#'));
  if (marked.length > 0) sessionStorage.setItem(MARK, marked.join(' '));
  else sessionStorage.removeItem(MARK);
  if (entering.size > 0) {
    watch?.send({ is: 'watch', alarm: alarm() });
    return;
  }
  watch?.send({ is: 'rest' });
  clearInterval(beating);
  beating = undefined;
}

function alarm(): Alarm {
  const events = [...entering.values()].map(({ remote: { name, version }, reference }): RemoteEvent => ({
    is: 'failed',
    name,
    version,
    stage: 'hang',
    message: `${reference} the page stopped answering while it entered the remote`,
  }));
  const { url, init } = beaconOf(reportRemoteEvents, { body: { events } });
  return { url: new URL(url, location.href).href, init };
}

function stopAll(): void {
  for (const { remote } of entering.values()) stopEntering(remote);
}

/**
 * Call it before the first remote loads: a worker can't start while the page is in an endless loop. A closing page
 * can still remove its marks, a hanging one can't. A hidden page's timers are too slow for heartbeats.
 */
export function watchEntering(): void {
  watch = startWatch();
  addEventListener('pagehide', stopAll);
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) stopAll();
  });
}
