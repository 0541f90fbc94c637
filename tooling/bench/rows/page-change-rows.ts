import type { Browser, BrowserContext } from 'playwright-core';
import { fetchNothingAhead, openTab, signedInContext, withBrowser } from '../browser';
import { clickUntilShown } from '../in-page';
import { inPairs, medianOf } from '../pairs';
import { linkTo, CONTENT } from '../selectors';
import type { Row } from '../table';
import type { Visitor } from '../visitor';

/** So short a time needs at least this many rounds for a reliable median. */
const LEAST_ROUNDS = 15;
const GOAL = 1.2;

interface Change {
  readonly job: string;
  readonly path: string;
  readonly shown: string;
}

interface Took {
  /** From the click to the frame that shows the content. */
  readonly ms: number;
  /** CPU time of the page's main thread until then. */
  readonly cpuMs: number;
}

/** Opens Home, hovers over the menu entry, which prefetches only its remote, and clicks. */
async function change(context: BrowserContext, origin: string, { path, shown }: Change): Promise<Took> {
  const tab = await openTab(context, 'plain');
  const { page, cpuSeconds } = tab;
  await fetchNothingAhead(tab);
  await page.goto(`${origin}/`);
  await page.locator(CONTENT.home).first().waitFor();
  await tab.settled();
  await page.locator(linkTo(path)).first().hover();
  await tab.settled();
  const before = await cpuSeconds();
  const ms = await clickUntilShown(page, linkTo(path), shown);
  const cpuMs = ((await cpuSeconds()) - before) * 1000;
  await page.close();
  return { ms, cpuMs };
}

/** A browser context that has shown the page before. */
async function warmContext(browser: Browser, visitor: Visitor, one: Change): Promise<BrowserContext> {
  const context = await signedInContext(browser, visitor);
  await change(context, visitor.origin, one);
  return context;
}

function rowsOf(
  { job }: Change,
  times: { readonly peer: readonly Took[]; readonly own: readonly Took[] },
): Row[] {
  const row = (name: string, figure: (took: Took) => number): Row => {
    const [value, own] = [medianOf(times.peer, figure), medianOf(times.own, figure)];
    const peer = { name: 'monolith', value };
    return {
      job: `${job}${name} (${times.own.length} pairs)`,
      unit: 'ms',
      peer,
      limit: `≤ ${GOAL}x`,
      own,
      met: own <= GOAL * value,
    };
  };
  return [row(': CPU', ({ cpuMs }) => cpuMs), row('', ({ ms }) => ms)];
}

/**
 * Measures from a click in the menu to the new page, beside the same pages in one build without federation. Each side
 * runs on its own server with the same data.
 */
export const pageChangeRows = (
  sides: { readonly own: Visitor; readonly monolith: Visitor },
  scaffold: string,
  rounds: number,
): Promise<readonly Row[]> =>
  withBrowser(async (browser) => {
    const changes: readonly Change[] = [
      { job: 'page change to Files, fetched ahead', path: '/fileManage', shown: CONTENT.files },
      { job: 'page change to a table page, fetched ahead', path: `/${scaffold}`, shown: CONTENT.table },
    ];
    const rows: Row[] = [];
    for (const one of changes) {
      const contexts = {
        monolith: await warmContext(browser, sides.monolith, one),
        own: await warmContext(browser, sides.own, one),
      };
      const times = await inPairs(Math.max(rounds, LEAST_ROUNDS), {
        peer: () => change(contexts.monolith, sides.monolith.origin, one),
        own: () => change(contexts.own, sides.own.origin, one),
      });
      rows.push(...rowsOf(one, times));
      for (const context of Object.values(contexts)) await context.close();
    }
    return rows;
  });
