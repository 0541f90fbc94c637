import type { Page } from 'playwright-core';

/** Resolves with the page's clock after the next frame has been drawn. Plain text, since it runs in the page. */
const DRAWN = `() => new Promise((resolve) => requestAnimationFrame(() => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => resolve(performance.now());
  port2.postMessage(undefined);
}))`;

/** Resolves once an element matches the selector. */
const PRESENT = `(selector) => new Promise((resolve) => {
  if (document.querySelector(selector)) return resolve();
  const observer = new MutationObserver(() => {
    if (!document.querySelector(selector)) return;
    observer.disconnect();
    resolve();
  });
  observer.observe(document, { childList: true, subtree: true });
})`;

const armed = (selector: string) => `
globalThis.sitedeckShown = new Promise((resolve) => addEventListener('click', async ({ timeStamp }) => {
  await (${PRESENT})(${JSON.stringify(selector)});
  resolve(await (${DRAWN})() - timeStamp);
}, { once: true, capture: true }));
undefined`;

/** Milliseconds from a click on a link to the first frame that shows `selector`. */
export async function clickUntilShown(page: Page, link: string, selector: string): Promise<number> {
  await page.evaluate(armed(selector));
  await page.locator(link).first().click();
  return page.evaluate<number>('sitedeckShown');
}

/** A page without a long task for this time counts as interactive, ms. */
const REST_MS = 1500;

/**
 * Script to run before a page's own. Sets `sitedeckInteractive` to the time from the start of the navigation until
 * `selector` is drawn and the last task above 50 ms has ended, ms.
 */
export const watchInteractive = (selector: string): string => `
globalThis.sitedeckInteractive = (async () => {
  let lastBusy = 0;
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) lastBusy = Math.max(lastBusy, startTime + duration);
  }).observe({ type: 'longtask', buffered: true });
  await (${PRESENT})(${JSON.stringify(selector)});
  const shown = await (${DRAWN})();
  for (;;) {
    const interactive = Math.max(shown, lastBusy);
    if (performance.now() - interactive > ${REST_MS}) return interactive;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
})();`;

/** Result of `watchInteractive` for this page, ms. */
export const interactiveMs = (page: Page): Promise<number> => page.evaluate<number>('sitedeckInteractive');
