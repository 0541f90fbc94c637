import type { Page } from 'playwright-core';

/** Counts running intervals from the first script on. */
export const COUNT_TIMERS = `
(() => {
  const running = new Set();
  globalThis.sitedeckTimers = running;
  const { setInterval: start, clearInterval: stop } = globalThis;
  globalThis.setInterval = (...args) => { const id = start(...args); running.add(id); return id; };
  globalThis.clearInterval = (id) => { running.delete(id); stop(id); };
})();`;

/**
 * Runs in the page of the stub shell: mounts `./mount` into its own element, with a context like the console's. Plain
 * text, since it runs in the page.
 */
const TRY_MOUNT = `
(async ({ name, path, locale }) => {
  const instance = globalThis.__FEDERATION__.__INSTANCES__.find((one) => one.options.remotes.some((r) => r.name === name));
  const { mount } = await instance.loadRemote(name + '/mount');
  const sdk = globalThis[Symbol.for('sitedeck.kernel.v1')].kernel;
  const { host } = sdk.store.getState().host;
  const life = new AbortController();
  const contextIn = (language) => ({
    apiVersion: 1, sdk, host, locale: language, theme: 'light', properties: {},
    nav: { path, search: '', go: () => undefined },
    permissions: { role: host.operatorType, blocked: false, allows: () => true },
    emit: () => undefined, signal: life.signal,
  });
  const element = document.createElement('div');
  element.id = 'sitedeck-tried';
  document.body.append(element);
  const mounted = mount(element, contextIn(locale));
  globalThis.sitedeckTried = {
    update: (language) => mounted.update(contextIn(language)),
    unmount: () => { life.abort(); mounted.unmount(); const left = element.innerHTML.length; element.remove(); return left; },
  };
})`;

interface Mounting {
  readonly name: string;
  readonly path: string;
  readonly locale: string;
}

export const mountInPage = (page: Page, given: Mounting): Promise<void> =>
  page.evaluate(`${TRY_MOUNT}(${JSON.stringify(given)})`);

export const changeLocaleInPage = (page: Page, locale: string): Promise<void> =>
  page.evaluate(`sitedeckTried.update(${JSON.stringify(locale)})`);

/** Returns the length of the markup that stays behind. */
export const unmountInPage = (page: Page): Promise<number> => page.evaluate('sitedeckTried.unmount()');

export const countIntervals = (page: Page): Promise<number> => page.evaluate('sitedeckTimers.size');

/** Texts of the page, one per text node. */
export const textsIn = (page: Page, selector: string): Promise<readonly string[]> =>
  page.evaluate(
    `[...(function* () {
      const walk = document.createTreeWalker(document.querySelector(${JSON.stringify(selector)}), NodeFilter.SHOW_TEXT);
      while (walk.nextNode()) yield walk.currentNode.data.trim();
    })()].filter(Boolean)`,
  );

const QUIET_MS = 100;
const WAIT_MAX_MS = 5000;

/** Runs in the page. Resolves once the page has not changed for a moment. */
const UNCHANGED = `new Promise((resolve) => {
  const rest = () => { changes.disconnect(); clearTimeout(limit); resolve(); };
  let quiet = setTimeout(rest, ${QUIET_MS});
  const limit = setTimeout(rest, ${WAIT_MAX_MS});
  const changes = new MutationObserver(() => { clearTimeout(quiet); quiet = setTimeout(rest, ${QUIET_MS}); });
  changes.observe(document.documentElement, { childList: true, subtree: true });
})`;

/** Changes the width of the window and waits for its effect: a table may become cards a moment later. */
export async function resize(page: Page, width: number): Promise<void> {
  const { width: now, height = 900 } = page.viewportSize() ?? {};
  if (now === width) return;
  await page.setViewportSize({ width, height });
  await page.evaluate(UNCHANGED);
}

/** Waits until nothing loads and nothing moves. */
export async function waitUntilIdle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(
    `!document.querySelector('[aria-busy=true]') && document.getAnimations().every(({ playState }) => playState !== 'running')`,
    undefined,
    { timeout: 30_000 },
  );
}
