import type { Page } from 'playwright-core';

/** Resolves with the page's clock after the next frame has been drawn. Plain text: it is not compiled for this side. */
const DRAWN = `() => new Promise((resolve) => requestAnimationFrame(() => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => resolve(performance.now());
  port2.postMessage(undefined);
}))`;

/** Resolves once an element fits the selector. */
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

/** A page that has worked on nothing for longer than a person notices, for this long, takes input at once, ms. */
const REST_MS = 1500;

/**
 * To run before a page's own scripts: `sitedeckInteractive` becomes the time from the start of the navigation until `selector`
 * is drawn and the last task above 50 ms before a rest has ended, ms.
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

/** Of a page that was opened with `watchInteractive`. */
export const interactiveMs = (page: Page): Promise<number> => page.evaluate<number>('sitedeckInteractive');
