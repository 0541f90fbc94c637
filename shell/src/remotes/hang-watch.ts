import { REMOTE_HANG_MS } from '@sitedeck/contract';

/** Interval of the page's heartbeats, ms. */
export const BEAT_MS = 1000;

/** The request that the watchdog sends when the page can't. */
export interface Alarm {
  readonly url: string;
  readonly init: RequestInit;
}

type WatchMessage =
  { readonly is: 'beat' } | { readonly is: 'watch'; readonly alarm: Alarm } | { readonly is: 'rest' };

/** Runs in a worker, which gets only this function's text: it must not use anything outside. */
function watch(beatMs: number, silentBeats: number): void {
  let alarm: Alarm | undefined;
  let silent = 0;
  addEventListener('message', ({ data }: MessageEvent<WatchMessage>) => {
    silent = 0;
    if (data.is === 'watch') alarm = data.alarm;
    if (data.is === 'rest') alarm = undefined;
  });
  // Counts ticks instead of measuring time: a computer that slept is no hanging page.
  setInterval(() => {
    silent += 1;
    if (alarm === undefined || silent < silentBeats) return;
    const { url, init } = alarm;
    alarm = undefined;
    void fetch(url, init);
  }, beatMs);
}

/**
 * Starts a worker that reports the page if it gets no heartbeat for 8 s, since a page in an endless loop can't report
 * itself. The worker's code is part of the console's first script, so it is covered by that hash and needs no
 * request.
 */
export function startWatch(): { readonly send: (message: WatchMessage) => void } {
  const text = `(${watch.toString()})(${BEAT_MS},${REMOTE_HANG_MS / BEAT_MS})`;
  const address = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  const worker = new Worker(address);
  return { send: (message) => worker.postMessage(message) };
}
