import type { Browser, BrowserContext, Page } from 'playwright-core';
import { loginForm, sendLogin, type Client } from './api';
import type { Product } from './product';

type Language = 'zh-CN' | 'en-US';

/** A browser that holds a session of the demo host, so that each case need not sign in: that would meet the limits. */
export async function signedIn(
  browser: Browser,
  product: Product,
  view: { readonly language?: Language; readonly width?: number } = {},
): Promise<BrowserContext> {
  const { hostName, password } = product.demo;
  const { client } = await sendLogin(product, await loginForm(product, hostName, password));
  return withSession(browser, product, { client, ...view });
}

export async function withSession(
  browser: Browser,
  product: Product,
  view: { readonly client: Client; readonly language?: Language; readonly width?: number },
): Promise<BrowserContext> {
  const { client, language = 'zh-CN', width = 1440 } = view;
  const context = await browser.newContext({ locale: language, viewport: { width, height: 900 } });
  const [name = '', value = ''] = client.cookie.split('=');
  await context.addCookies([{ name, value, url: product.origin }]);
  return context;
}

interface Boot {
  readonly revision: string;
  readonly remotes: readonly Readonly<Record<string, unknown>>[];
}

/** The page as the server sends it, with another boot document: as of a server that holds other versions. */
export async function withBoot(page: Page, change: (boot: Boot) => Boot): Promise<void> {
  await page.route(
    (url) => url.pathname === '/fileManage',
    async (route) => {
      const reply = await route.fetch();
      const body = (await reply.text()).replace(/(?<=id="sitedeck-boot">).*?(?=<\/script>)/s, (text) =>
        JSON.stringify(change(JSON.parse(text) as Boot)).replaceAll('<', '\\u003c'),
      );
      await route.fulfill({ response: reply, body });
    },
  );
}
