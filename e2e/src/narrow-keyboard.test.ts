import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Client } from './api';
import { openBrowser } from './browser';
import { withSession } from './console-visit';
import { eventually } from './eventually';
import { makeOwner } from './portal';
import { requestSite, type Product } from './product';
import { sharedProduct } from './shared-product';

/** Any control of these pages is reached with fewer keys. */
const TABS_MAX = 40;

describe('the console by keyboard alone, in English and 390 px wide', () => {
  let product: Product;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let client: Client;
  let hostCode: string;

  beforeAll(async () => {
    product = sharedProduct();
    ({ client, hostCode } = await makeOwner(product, 'narrow-keys'));
    browser = await openBrowser();
    context = await withSession(browser, product, { client, language: 'en-US', width: 390 });
    page = await context.newPage();
  });
  afterAll(() => browser?.close());

  /** Name of the element that has the focus. */
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return '';
      const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined;
      return (element.getAttribute('aria-label') ?? label ?? element.textContent).trim();
    });
  const focusOn = (name: string) => eventually(async () => expect(await focused()).toBe(name));
  const tabTo = async (name: string) => {
    for (let tabs = 0; tabs < TABS_MAX && (await focused()) !== name; tabs += 1)
      await page.keyboard.press('Tab');
    expect(await focused()).toBe(name);
  };
  const dialog = (name: string) => page.getByRole('dialog', { name });
  const closed = (name: string) => dialog(name).waitFor({ state: 'detached' });

  it('closes the menu drawer when Enter follows one of its links, and renames a file', async () => {
    await page.goto(product.origin);
    await page.getByRole('heading', { level: 1, name: 'narrow-keys' }).waitFor();
    await tabTo('Open menu');
    await page.keyboard.press('Enter');
    await dialog('SiteDeck').waitFor();
    await tabTo('File management');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/fileManage');
    await dialog('SiteDeck').waitFor({ state: 'hidden' });

    await page.getByText('index.html').waitFor();
    await tabTo('Files');
    await page.keyboard.press('End');
    await page.keyboard.press('F2');
    await focusOn('New name');
    await page.keyboard.press('Escape');
    await closed('Rename');
    await focusOn('Files');
    await page.keyboard.press('F2');
    await focusOn('New name');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('start.html');
    await page.keyboard.press('Enter');
    await page.getByText('start.html').waitFor();
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'narrow-keys' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
  });

  it('focuses the wrong field of a redirect, and adds the corrected one', async () => {
    await page.goto(`${product.origin}/hostEnvSet/301`);
    await page.getByText('No 301 redirects yet').waitFor();
    await tabTo('Add');
    await page.keyboard.press('Enter');
    await focusOn('Source');
    await page.keyboard.type('/old');
    await tabTo('Add');
    await page.keyboard.press('Enter');
    await focusOn('Target');
    await page.keyboard.type('https://example.com/new');
    await page.keyboard.press('Enter');
    await closed('Add 301 redirect');
    await eventually(async () => {
      const reply = await requestSite(product, { name: `${hostCode}.localhost`, path: '/old' });
      expect([reply.status, reply.headers.location]).toEqual([301, 'https://example.com/new']);
    });
  });

  it('makes a backup, after Escape closed the dialog once', async () => {
    await page.goto(`${product.origin}/backup/site`);
    await page.getByText('No backups yet').first().waitFor();
    await tabTo('Back up now');
    await page.keyboard.press('Enter');
    await focusOn('Note (optional)');
    await page.keyboard.press('Escape');
    await closed('Back up now');
    await focusOn('Back up now');
    await page.keyboard.press('Enter');
    await focusOn('Note (optional)');
    await page.keyboard.type('by keys');
    await page.keyboard.press('Enter');
    await page.locator('li[data-point]').filter({ hasText: 'by keys' }).waitFor();
  });

  it('breaks the title of a tile after a slash only', async () => {
    await page.goto(`${product.origin}/no/such/page`);
    const tile = page.getByRole('link', { name: 'Domain/Certificate' });
    await tile.waitFor();
    const lines = await tile.evaluate((element) => {
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const counts: number[] = [];
      while (texts.nextNode()) {
        const text = texts.currentNode as Text;
        for (const { index, 0: word } of text.data.matchAll(/[^/]+/g)) {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          counts.push(range.getClientRects().length);
        }
      }
      return counts;
    });
    expect(lines).toEqual([1, 1]);
  });
});
