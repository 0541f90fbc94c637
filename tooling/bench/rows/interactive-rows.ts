import type { Browser } from 'playwright-core';
import { openTab, signedInContext, withBrowser, type DeviceSpeed } from '../browser';
import { interactiveMs, watchInteractive } from '../in-page';
import { inPairs, median } from '../pairs';
import { CONTENT } from '../selectors';
import type { Row } from '../table';
import type { Visitor } from '../visitor';

const LEAST_ROUNDS = 7;

/** Opens Home until it is interactive; with `warm`, in a browser that has shown it before. */
async function open(browser: Browser, visitor: Visitor, warm: boolean): Promise<number> {
  const context = await signedInContext(browser, visitor);
  const once = async (pace: DeviceSpeed) => {
    const { page } = await openTab(context, pace);
    await page.addInitScript(watchInteractive(CONTENT.home));
    await page.goto(`${visitor.origin}/`, { waitUntil: 'load' });
    const time = await interactiveMs(page);
    await page.close();
    return time;
  };
  try {
    if (warm) await once('plain');
    return await once('slow');
  } finally {
    await context.close();
  }
}

/** Compares an account with many remotes with one that has a single remote, on the same server. */
export const interactiveRows = (
  sides: { readonly many: Visitor; readonly one: Visitor },
  count: number,
  rounds: number,
): Promise<readonly Row[]> =>
  withBrowser(async (browser) => {
    const rows: Row[] = [];
    for (const warm of [false, true]) {
      const times = await inPairs(Math.max(rounds, LEAST_ROUNDS), {
        peer: () => open(browser, sides.one, warm),
        own: () => open(browser, sides.many, warm),
      });
      rows.push({
        job: `console interactive with ${count} remotes, ${warm ? 'warm' : 'empty'} cache (${times.own.length} pairs)`,
        unit: 's',
        peer: { name: 'with 1 remote', value: median(times.peer) / 1000 },
        limit: '–',
        own: median(times.own) / 1000,
        met: true,
      });
    }
    return rows;
  });
