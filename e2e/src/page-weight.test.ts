import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import budgets from '../../tooling/size-budgets.json';
import type { Client } from './api';
import { openBrowser } from './browser';
import { makeOwner } from './portal';
import type { Product } from './product';
import { sharedProduct } from './shared-product';

/** As for the built files, a budget may be exceeded by a tenth. */
const TOLERANCE = 1.1;
const QUIET_MS = 1000;

interface Traffic {
  /** Resolves when the page makes no more requests: transferred bytes of the bodies, and paths. */
  settled(): Promise<{ readonly bytes: number; readonly requests: readonly string[] }>;
}

/** Counts pages, scripts, styles and fonts; calls and their replies depend on the content of the host. */
const counts = (request: Request) =>
  ['document', 'script', 'stylesheet', 'font'].includes(request.resourceType()) &&
  !request.url().startsWith('data:');

function watch(page: Page): Traffic {
  const finished: Request[] = [];
  let started = 0;
  page.on('request', () => (started += 1));
  page.on('requestfinished', (request) => {
    if (counts(request)) finished.push(request);
  });
  return {
    settled: async () => {
      for (let seen = -1; seen !== started;) {
        seen = started;
        await page.waitForTimeout(QUIET_MS);
      }
      const sizes = await Promise.all(finished.map((request) => request.sizes()));
      return {
        bytes: sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0),
        requests: finished.map((request) => new URL(request.url()).pathname),
      };
    },
  };
}

describe('transfer to a browser with an empty cache', () => {
  let product: Product;
  let browser: Browser;
  let client: Client;
  let context: BrowserContext;

  beforeAll(async () => {
    product = sharedProduct();
    ({ client } = await makeOwner(product, 'weighed'));
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());
  beforeEach(async () => {
    context = await browser.newContext();
  });
  afterEach(() => context.close());

  async function signedIn(): Promise<void> {
    const [name = '', value = ''] = client.cookie.split('=');
    await context.addCookies([{ name, value, url: product.origin }]);
  }

  /** Opens a page that prefetches nothing, however long it is idle on a slow machine. */
  async function openWithoutPrefetch(): Promise<Page> {
    const page = await context.newPage();
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
    );
    return page;
  }

  it('keeps the sign-in page small and within few requests until it is shown', async () => {
    const page = await context.newPage();
    await page.goto(`${product.origin}/login`, { waitUntil: 'load' });
    // Read the page's own timing: Playwright may report later requests together with the load event.
    const untilLoad = await page.evaluate(() => {
      const entries = performance.getEntries() as PerformanceResourceTiming[];
      const visit = entries.find(
        ({ entryType }) => entryType === 'navigation',
      ) as PerformanceNavigationTiming;
      return entries
        .filter((entry) => entry === visit || entry.entryType === 'resource')
        .filter(({ startTime }) => startTime <= visit.loadEventStart)
        .map(({ name }) => new URL(name).pathname);
    });
    expect(untilLoad).toContain('/login');
    expect(new Set(untilLoad).size).toBeGreaterThan(1);
    expect(new Set(untilLoad).size).toBeLessThanOrEqual(budgets.visits.signIn.requests);
  });

  it('keeps shell and Home within the budget', async () => {
    await signedIn();
    const page = await openWithoutPrefetch();
    const traffic = watch(page);
    await page.goto(`${product.origin}/`);
    const { bytes } = await traffic.settled();
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThanOrEqual(budgets.visits.home.brotli * TOLERANCE);
  });

  it('opens the first remote from Home in few requests', async () => {
    await signedIn();
    const page = await openWithoutPrefetch();
    const traffic = watch(page);
    await page.goto(`${product.origin}/`);
    await page.locator('.sh-home').waitFor();
    await page.waitForFunction(() => !document.querySelector('.sh-home [aria-busy=true]'));
    const home = (await traffic.settled()).requests.length;
    await page.locator('nav a[href="/fileManage"]').click();
    await page.getByText('wwwroot').first().waitFor();
    const added = (await traffic.settled()).requests.slice(home);
    expect(added.some((path) => path.includes('remoteEntry'))).toBe(true);
    expect(added.length).toBeLessThanOrEqual(budgets.visits.firstRemote.requests);
  });

  it('keeps the page of domains, dialogs included, within the budget beyond Home', async () => {
    await signedIn();
    const page = await openWithoutPrefetch();
    const traffic = watch(page);
    await page.goto(`${product.origin}/`);
    await page.locator('.sh-home').waitFor();
    const home = (await traffic.settled()).bytes;
    await page.locator('.sh-home a[href*="/bindDomain?act=bind"]').click();
    await page.getByRole('dialog').getByRole('textbox').waitFor();
    const { bytes } = await traffic.settled();
    expect(bytes).toBeGreaterThan(home + 10_000);
    expect(bytes - home).toBeLessThanOrEqual(budgets.visits.domain.beyondHome * TOLERANCE);
  });

  it('keeps Files, shell included, within the budget', async () => {
    await signedIn();
    const page = await context.newPage();
    const traffic = watch(page);
    await page.goto(`${product.origin}/fileManage`);
    await page.getByText('wwwroot').first().waitFor();
    const { bytes } = await traffic.settled();
    expect(bytes).toBeLessThanOrEqual(budgets.visits.files.brotli * TOLERANCE);
  });

  it('loads no script twice', async () => {
    await signedIn();
    const visit = async () => {
      const page = await context.newPage();
      const traffic = watch(page);
      await page.goto(`${product.origin}/fileManage`);
      await page.getByText('wwwroot').first().waitFor();
      await traffic.settled();
      const scripts = await page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .filter((entry): entry is PerformanceResourceTiming => entry instanceof PerformanceResourceTiming)
          .filter(({ initiatorType }) => initiatorType === 'script')
          .map(({ name, transferSize }) => ({ name, transferSize })),
      );
      await page.close();
      return scripts;
    };
    const first = await visit();
    expect(first.every(({ transferSize }) => transferSize > 0)).toBe(true);
    const brought = new Set(first.map(({ name }) => name));
    const secondVisit = await visit();
    expect(secondVisit.length).toBeGreaterThan(3);
    // A script that only the second visit prefetched was not loaded twice.
    expect(secondVisit.filter(({ name, transferSize }) => brought.has(name) && transferSize > 0)).toEqual([]);
  });

  it('compresses the boot document, and answers 304 without a body while it is unchanged', async () => {
    const sendRequest = (headers = {}) =>
      fetch(`${product.origin}/boot.json`, {
        headers: { cookie: client.cookie, 'accept-encoding': 'br', ...headers },
      });
    const first = await sendRequest();
    expect(first.headers.get('content-encoding')).toBe('br');
    const revalidated = await sendRequest({ 'if-none-match': first.headers.get('etag') ?? '' });
    expect([revalidated.status, await revalidated.text()]).toEqual([304, '']);
  });
});
