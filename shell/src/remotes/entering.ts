import { tellRemoteEvents, type BootRemote, type RemoteEvent } from '@sitedeck/contract';
import { beaconOf } from '@sitedeck/sdk';
import { BEAT_MS, startWatch, type Alarm } from './hang-watch';
import { makeReference } from './reference';

type Named = Pick<BootRemote, 'name' | 'version'>;

/** Kept by the tab, over a reload and over the end of a page that hangs: what was being entered. */
const MARK = 'sitedeck-entering';
/** A page that has answered this often since a remote came is well. */
const BEATS_UNTIL_WELL = 2;

interface Entering {
  readonly remote: Named;
  /** Of the hang, should it come to one. */
  readonly reference: string;
  /** Until it counts as entered; Infinity while it is on its way. */
  beatsLeft: number;
}

const labelOf = ({ name, version }: Named): string => `${name}@${version}`;

/** References by label, written as `files@0.1.0#7F3A2C ssl@2.0.0#0B11D2`. */
function readMark(): Map<string, string> {
  const marks = sessionStorage.getItem(MARK)?.split(' ') ?? [];
  return new Map(
    marks.map((mark) => {
      const [label = '', reference = ''] = mark.split('#');
      return [label, reference];
    }),
  );
}

/** Found by this page when it started. */
const hung = readMark();
const entering = new Map<string, Entering>();
let watch: ReturnType<typeof startWatch> | undefined;
let beating: ReturnType<typeof setInterval> | undefined;

/**
 * Whether the last page of this tab came to an end while this remote's code began to run. A page that is left in peace
 * takes the mark away.
 */
export const hungLastTime = (remote: Named): boolean => hung.has(labelOf(remote));

/** Under which the watch of that page told it. */
export const hungReference = (remote: Named): string | undefined => hung.get(labelOf(remote)) || undefined;

/** Foreign code may run from now on. */
export function beginEntering(remote: Named): void {
  const label = labelOf(remote);
  hung.delete(label);
  entering.set(label, { remote, reference: makeReference(), beatsLeft: Infinity });
  beating ??= setInterval(beat, BEAT_MS);
  changed();
}

/** Its code has run; once the page has answered a few times more, it has entered. */
export function settle(remote: Named): void {
  const one = entering.get(labelOf(remote));
  if (one) one.beatsLeft = BEATS_UNTIL_WELL;
}

/** It failed, or was left: whatever happens now, it did not hang while entering. */
export function stopEntering(remote: Named): void {
  if (entering.delete(labelOf(remote))) changed();
}

function beat(): void {
  watch?.say({ is: 'beat' });
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
    watch?.say({ is: 'watch', alarm: alarm() });
    return;
  }
  watch?.say({ is: 'rest' });
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
  const { url, init } = beaconOf(tellRemoteEvents, { body: { events } });
  return { url: new URL(url, location.href).href, init };
}

function stopAll(): void {
  for (const { remote } of entering.values()) stopEntering(remote);
}

/**
 * Before the first remote: a worker needs the page to begin, and code in an endless loop leaves it no time. A page that
 * goes away can still take its mark away; one that hangs can't. Hidden, its clock is too slow to beat.
 */
export function watchEntering(): void {
  watch = startWatch();
  addEventListener('pagehide', stopAll);
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) stopAll();
  });
}
