import type { Browser } from 'playwright-core';
import { openTab, signedInContext, withBrowser } from '../browser';
import { clickUntilShown } from '../in-page';
import { inPairs, median } from '../pairs';
import { linkTo, SHOWN } from '../places-in-page';
import type { Row } from '../table';
import type { Visitor } from '../visitor';

/** Fewer would say nothing of so short a time. */
const LEAST_ROUNDS = 7;
const GOAL = 1.2;

interface Change {
  readonly job: string;
  readonly path: string;
  readonly shown: string;
}

/** Home, warm cache, the remote fetched ahead as the pointer does it; then the click. */
async function change(browser: Browser, visitor: Visitor, { path, shown }: Change): Promise<number> {
  const context = await signedInContext(browser, visitor);
  try {
    const warm = await openTab(context, 'plain');
    await warm.page.goto(visitor.origin + path);
    await warm.page.locator(shown).first().waitFor();
    await warm.page.close();
    const { page, settled } = await openTab(context, 'plain');
    await page.goto(`${visitor.origin}/`);
    await page.locator(SHOWN.home).first().waitFor();
    await settled();
    await page.locator(linkTo(path)).first().hover();
    await settled();
    return await clickUntilShown(page, linkTo(path), shown);
  } finally {
    await context.close();
  }
}

/**
 * From a click in the menu to the picture, beside the same pages in one build without federation. Each side on a server of
 * its own with the same data.
 */
export const pageChanges = (
  sides: { readonly own: Visitor; readonly monolith: Visitor },
  scaffold: string,
  rounds: number,
): Promise<readonly Row[]> =>
  withBrowser(async (browser) => {
    const changes: readonly Change[] = [
      { job: 'page change to Files, fetched ahead', path: '/fileManage', shown: SHOWN.files },
      { job: 'page change to a table page, fetched ahead', path: `/${scaffold}`, shown: SHOWN.table },
    ];
    const rows: Row[] = [];
    for (const one of changes) {
      const times = await inPairs(Math.max(rounds, LEAST_ROUNDS), {
        peer: () => change(browser, sides.monolith, one),
        own: () => change(browser, sides.own, one),
      });
      const [value, own] = [median(times.peer), median(times.own)];
      rows.push({
        job: one.job,
        unit: 'ms',
        peer: { name: 'monolith', value },
        limit: `≤ ${GOAL}x`,
        own,
        met: own <= GOAL * value,
      });
    }
    return rows;
  });
