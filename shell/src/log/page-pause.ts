import { followPause } from './follow-log';

/** Resolves at the next of these events, or when `signal` aborts. */
const next = (target: EventTarget, event: string, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      target.removeEventListener(event, done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    target.addEventListener(event, done);
    signal.addEventListener('abort', done);
    if (signal.aborted) done();
  });

const isHidden = () => document.visibilityState === 'hidden';

/**
 * A wait in a page: longer while the page is hidden, over at once when it becomes visible, and until there is a
 * network.
 */
export async function pausePage(failures: number, signal: AbortSignal): Promise<void> {
  const over = new AbortController();
  const ended = AbortSignal.any([signal, over.signal]);
  const timer = setTimeout(() => over.abort(), followPause({ hidden: isHidden(), failures }, Math.random()));
  while (!ended.aborted) {
    await next(document, 'visibilitychange', ended);
    if (!isHidden()) over.abort();
  }
  clearTimeout(timer);
  while (!navigator.onLine && !signal.aborted) await next(window, 'online', signal);
}
