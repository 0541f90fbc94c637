import type { BrowserContext, Page } from 'playwright-core';

const MOVEMENTS = ['zoom', 'slide', 'motion'];
const WAYS = ['-appear', '-enter'];

/** Layers of the kit that open with a movement: dialogs, drawers, menus. They bear these classes before they begin. */
export const BEGINNING = MOVEMENTS.flatMap((movement) =>
  WAYS.map((way) => `[class*="${movement}"][class*="${way}"]`),
).join();

const hasOneOf = (words: readonly string[]): string =>
  `(${words.map((word) => `contains(@class,"${word}")`).join(' or ')})`;

/**
 * The page while one of them opens: such a layer may begin without size. It is asked before each act, and in this form takes
 * half the time.
 */
const MOVING_IN = `xpath=/html/body[.//*[${hasOneOf(WAYS)} and ${hasOneOf(MOVEMENTS)}]]`;

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
