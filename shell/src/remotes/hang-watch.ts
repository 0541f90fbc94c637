import { REMOTE_HANG_MS } from '@sitedeck/contract';

/** The page says this often that it is alive, ms. */
export const BEAT_MS = 1000;

/** What the watch is to send when the page no longer can. */
export interface Alarm {
  readonly url: string;
  readonly init: RequestInit;
}

type Word =
  { readonly is: 'beat' } | { readonly is: 'watch'; readonly alarm: Alarm } | { readonly is: 'rest' };

/** Runs in a worker; it stands alone, since its text is all that travels there. */
function watch(beatMs: number, silentBeats: number): void {
  let alarm: Alarm | undefined;
  let silent = 0;
  addEventListener('message', ({ data }: MessageEvent<Word>) => {
    silent = 0;
    if (data.is === 'watch') alarm = data.alarm;
    if (data.is === 'rest') alarm = undefined;
  });
  // Counted, not measured: a computer that slept is no page that hangs.
  setInterval(() => {
    silent += 1;
    if (alarm === undefined || silent < silentBeats) return;
    const { url, init } = alarm;
    alarm = undefined;
    void fetch(url, init);
  }, beatMs);
}

/**
 * A page in an endless loop can tell nothing: a worker that hears no beat for 8 s tells it instead. Its text is part of
 * the console's first script, whose hash the page checks, and costs no request.
 */
export function startWatch(): { readonly say: (word: Word) => void } {
  const text = `(${watch.toString()})(${BEAT_MS},${REMOTE_HANG_MS / BEAT_MS})`;
  const address = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  const worker = new Worker(address);
  return { say: (word) => worker.postMessage(word) };
}
