import type { BootRemote } from '@sitedeck/contract';
import { hungLastTime } from './entering';
import { preloadApp } from './load-remote';
import { obstacleOf } from './obstacle';

/** Nothing was asked for in this time: the page the user came for is there, ms. */
const QUIET_MS = 2000;

/** Of browsers that tell. */
interface Line {
  readonly saveData?: boolean;
  readonly effectiveType?: string;
}

/** Whether what nobody has asked for yet may travel. A browser that does not tell its line is taken for fast. */
function isGenerous(): boolean {
  const { connection } = navigator as Navigator & { readonly connection?: Line };
  return connection?.saveData !== true && (connection?.effectiveType ?? '4g') === '4g';
}

/** Resolves once the visible page has asked for nothing for a while. */
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

/** Fetches the remotes of the menu one by one, each when the page is at rest. One that fails is left to its page. */
export async function preloadWhenIdle(remotes: readonly BootRemote[]): Promise<void> {
  for (const remote of remotes) {
    await untilQuiet();
    if (document.hidden || !isGenerous()) return;
    if (obstacleOf(remote) || hungLastTime(remote)) continue;
    await preloadApp(remote);
  }
}
