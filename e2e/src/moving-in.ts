import type { BrowserContext, Page } from 'playwright-core';

/** Layers of the kit that open with a movement: dialogs, drawers, menus. They bear these classes before they begin. */
const LAYERS = ['zoom', 'slide', 'motion'].flatMap((movement) =>
  ['appear', 'enter'].map((way) => `[class*="${movement}"][class*="-${way}"]`),
);
export const BEGINNING = LAYERS.join();

/** The page while one of them opens. Such a layer may begin without size. */
const MOVING_IN = LAYERS.map((layer) => `body:has(${layer})`).join();

function waitForRest(page: Page): void {
  // Nothing is to be done: once it has been seen, what is acted on waits until it is not to be seen any more.
  const handled = page.addLocatorHandler(page.locator(MOVING_IN), () => Promise.resolve());
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
