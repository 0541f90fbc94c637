import type { BrowserContext, Page } from 'playwright-core';

/** Layers of the kit that open with a movement: dialogs, drawers, menus. */
const MOVING_IN = ['zoom', 'slide', 'motion']
  .flatMap((movement) => [
    `[class*="${movement}"][class*="-appear"]`,
    `[class*="${movement}"][class*="-enter"]`,
  ])
  .join();

function waitForRest(page: Page): void {
  // Nothing is to be done: once it has been seen, what is acted on waits until it is not to be seen any more.
  const handled = page.addLocatorHandler(page.locator(MOVING_IN).first(), () => Promise.resolve());
  // The page has been closed meanwhile.
  handled.catch(() => undefined);
}

/**
 * Nothing is clicked in a layer that still moves in, on any page: two frames may show it at one place on a busy machine, and
 * what was pressed there is let go of beside. Nobody's hand is as quick.
 */
export function actsAtRest(context: BrowserContext): void {
  context.on('page', waitForRest);
}
