import { useEffect } from 'react';

/** Timers fire a little early or late, ms. */
const SLACK_MS = 1000;

/** Calls `beat` every `ms` while the page is visible, and at once when it becomes visible after longer than that. */
export function usePulse(beat: () => unknown, ms: number): void {
  useEffect(() => {
    let last = Date.now();
    const beatIfDue = () => {
      if (document.visibilityState !== 'visible' || Date.now() - last < ms - SLACK_MS) return;
      last = Date.now();
      beat();
    };
    const timer = setInterval(beatIfDue, ms);
    document.addEventListener('visibilitychange', beatIfDue);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', beatIfDue);
    };
  }, [beat, ms]);
}
