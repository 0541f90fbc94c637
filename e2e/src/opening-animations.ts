import type { BrowserContext, Page } from 'playwright-core';

const ANIMATIONS = ['zoom', 'slide', 'motion'];
const PHASES = ['-appear', '-enter'];

/**
 * Layers of the component library that open with an animation: dialogs, drawers, menus. They have these classes before
 * it starts.
 */
export const OPENING_LAYERS = ANIMATIONS.flatMap((animation) =>
  PHASES.map((phase) => `[class*="${animation}"][class*="${phase}"]`),
).join();

const hasOneOf = (words: readonly string[]): string =>
  `(${words.map((word) => `contains(@class,"${word}")`).join(' or ')})`;

/**
 * Matches the page while a layer opens, since the layer itself may have no size yet. Playwright evaluates it before
 * each action; XPath takes half the time of CSS here.
 */
const PAGE_WITH_OPENING_LAYER = `xpath=/html/body[.//*[${hasOneOf(PHASES)} and ${hasOneOf(ANIMATIONS)}]]`;

function delayWhileOpening(page: Page): void {
  // The handler itself has nothing to do: Playwright waits until the locator is no longer visible before it acts.
  const handled = page.addLocatorHandler(page.locator(PAGE_WITH_OPENING_LAYER), () => Promise.resolve());
  // Rejects if the page has been closed meanwhile.
  handled.catch(() => undefined);
}

/**
 * Delays every action on every page of the context until opening animations have ended. On a busy machine a layer may
 * stand still for two frames, so that Playwright presses a button there and releases it elsewhere; no user is as quick.
 */
export function delayActionsDuringAnimations(context: BrowserContext): void {
  context.on('page', delayWhileOpening);
}
