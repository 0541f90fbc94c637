import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { OPENING_LAYERS } from './opening-animations';

/** How far the page can be scrolled sideways, px. */
export const overflowX = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/**
 * Changes the size of the window and waits until the page settles: a list that becomes cards is replaced a moment
 * later, and a click in between would hit an element about to go.
 */
export async function resize(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.evaluate(
    ({ quietMs, atMostMs }) =>
      new Promise<void>((resolve) => {
        const rest = () => {
          changes.disconnect();
          clearTimeout(limit);
          resolve();
        };
        let quiet = setTimeout(rest, quietMs);
        const limit = setTimeout(rest, atMostMs);
        const changes = new MutationObserver(() => {
          clearTimeout(quiet);
          quiet = setTimeout(rest, quietMs);
        });
        changes.observe(document.documentElement, { childList: true, subtree: true });
      }),
    { quietMs: 100, atMostMs: 2000 },
  );
}

/**
 * Counts running animations that end, also in embedded remotes, and layers whose opening animation is about to start.
 */
const countRunningAnimations = (page: Page) =>
  page.evaluate((opening) => {
    const shadowRoots = [...document.querySelectorAll('sitedeck-remote')].flatMap(
      ({ shadowRoot }) => shadowRoot ?? [],
    );
    const roots = [document, ...shadowRoots];
    const moving = roots
      .flatMap((root) => root.getAnimations())
      .filter(({ playState }) => playState === 'running')
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
    const layers = roots.flatMap((root) => [...root.querySelectorAll(opening)]);
    return moving.length + layers.length;
  }, OPENING_LAYERS);

/**
 * Waits for animations, since contrast is that of the page at rest. Endless animations, such as spinners, are not
 * counted.
 */
export async function waitForAnimations(page: Page): Promise<void> {
  for (let tries = 0; tries < 20 && (await countRunningAnimations(page)) > 0; tries += 1)
    await page.waitForTimeout(50);
}

/**
 * Findings of axe that it calls serious or critical, with the elements, so that the message alone shows what to fix.
 */
export async function axeFindings(page: Page): Promise<string[]> {
  await waitForAnimations(page);
  // The page's policy blocks foreign scripts; code that Playwright evaluates is exempt.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(async () => {
    // What passes, and selectors of elements, would take a third of the time.
    const options = { resultTypes: ['violations' as const], selectors: false };
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(document, options);
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  });
}
