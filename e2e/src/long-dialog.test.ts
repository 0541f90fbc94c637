import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Client } from './api';
import { openBrowser } from './browser';
import { withSession } from './console-visit';
import { makeOwner } from './portal';
import type { Product } from './product';
import { sharedProduct } from './shared-product';

describe('a dialog that is longer than the window', () => {
  let product: Product;
  let browser: Browser;
  let client: Client;
  const contexts: BrowserContext[] = [];

  beforeAll(async () => {
    product = sharedProduct();
    ({ client } = await makeOwner(product, 'longdialog'));
    const domains = Array.from({ length: 8 }, (_, index) => `long-${index}.example`);
    expect(await client.call('POST /api/domain/bind', { domains })).toMatchObject({ code: '200' });
    browser = await openBrowser();
  });
  afterEach(() => Promise.all(contexts.splice(0).map((context) => context.close())));
  afterAll(() => browser?.close());

  async function openRequest(width: number): Promise<Page> {
    const context = await withSession(browser, product, { client, width });
    contexts.push(context);
    const page = await context.newPage();
    await page.setViewportSize({ width, height: 600 });
    await page.goto(`${product.origin}/domainCertCdn/bindDomain?act=apply&domain=long-0.example`);
    await page.getByRole('dialog').getByText('密钥类型').waitFor();
    return page;
  }

  it.each([1440, 390])('keeps its buttons in view and uncovered, %i px wide', async (width) => {
    const page = await openRequest(width);
    const confirm = page.getByRole('dialog').getByRole('button', { name: '申请证书' });
    const box = await confirm.boundingBox();
    if (!box) throw new Error('no button');
    expect(box.y + box.height).toBeLessThanOrEqual(600);
    const isOnTop = await confirm.evaluate((button) => {
      const { left, top, width: wide, height } = button.getBoundingClientRect();
      return button.contains(document.elementFromPoint(left + wide / 2, top + height / 2));
    });
    expect(isOnTop).toBe(true);
  });

  it('scrolls a focused field out from under its buttons', async () => {
    const page = await openRequest(390);
    const last = page.getByRole('radio', { name: /^RSA/ });
    // Inside the window, but below the buttons: a browser scrolls only to what it takes for hidden.
    await last.evaluate((field) => {
      const { bottom } = field.getBoundingClientRect();
      field.closest('.ant-modal-wrap')?.scrollBy(0, bottom - innerHeight + 16);
    });
    await last.focus();
    const [field, buttons] = [
      await last.boundingBox(),
      await page.locator('.ant-modal-footer').boundingBox(),
    ];
    expect((field?.y ?? 600) + (field?.height ?? 0)).toBeLessThanOrEqual(buttons?.y ?? 0);
  });
});
