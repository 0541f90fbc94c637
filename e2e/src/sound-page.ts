import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { BEGINNING } from './moving-in';

/** How far the page could be scrolled sideways, px. */
export const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/**
 * Another size of the window, and what follows from it: a list that becomes cards is exchanged a moment later, and a
 * press in between would meet what goes.
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

/** What moves and comes to an end, in places of portals too, and layers that are about to. */
const unfinished = (page: Page) =>
  page.evaluate((aboutTo) => {
    const places = [...document.querySelectorAll('sitedeck-remote')].flatMap(
      ({ shadowRoot }) => shadowRoot ?? [],
    );
    const roots = [document, ...places];
    const moving = roots
      .flatMap((root) => root.getAnimations())
      .filter(({ playState }) => playState === 'running')
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
    const beginning = roots.flatMap((root) => [...root.querySelectorAll(aboutTo)]);
    return moving.length + beginning.length;
  }, BEGINNING);

/** Contrast is that of the page at rest, not of one that fades in; what turns for ever is not waited for. */
export async function atRest(page: Page): Promise<void> {
  for (let tries = 0; tries < 20 && (await unfinished(page)) > 0; tries += 1) await page.waitForTimeout(50);
}

/** What axe calls serious or critical of the page at rest, with the elements: enough to mend it from the message alone. */
export async function findings(page: Page): Promise<string[]> {
  await atRest(page);
  // The page's policy lets no foreign script in; the tool's own channel is not the page's.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run();
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  });
}
