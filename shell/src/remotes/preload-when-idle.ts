import type { BootRemote } from '@sitedeck/contract';
import { loadToasts } from '@sitedeck/ui/core';
import { hungLastTime } from './entering';
import { preloadApp } from './load-remote';
import { obstacleOf } from './obstacle';

/** After this time without a request the user's page counts as loaded, ms. */
const QUIET_MS = 2000;

/** Only some browsers report these. */
interface ConnectionInfo {
  readonly saveData?: boolean;
  readonly effectiveType?: string;
}

/** Whether the connection allows preloading. A browser that reports nothing counts as fast. */
function isFastConnection(): boolean {
  const { connection } = navigator as Navigator & { readonly connection?: ConnectionInfo };
  return connection?.saveData !== true && (connection?.effectiveType ?? '4g') === '4g';
}

/** Resolves once the visible page has sent no request for a while. */
function untilQuiet(): Promise<void> {
  return new Promise((resolve) => {
    let timer = setTimeout(done, QUIET_MS);
    const observer = new PerformanceObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(done, QUIET_MS);
    });
    function done(): void {
      observer.disconnect();
      resolve();
    }
    observer.observe({ type: 'resource' });
  });
}

/**
 * Preloads the toasts, then the remotes of the menu one by one, each when the page is idle. A failure is only shown
 * when its page opens.
 */
export async function preloadWhenIdle(remotes: readonly BootRemote[]): Promise<void> {
  await untilQuiet();
  if (!document.hidden && isFastConnection()) await loadToasts().catch(() => undefined);
  for (const remote of remotes) {
    await untilQuiet();
    if (document.hidden || !isFastConnection()) return;
    if (obstacleOf(remote) || hungLastTime(remote)) continue;
    await preloadApp(remote);
  }
}
