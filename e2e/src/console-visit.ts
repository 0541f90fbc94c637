import { createHash } from 'node:crypto';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Client } from './api';
import type { Product } from './product';

type Language = 'zh-CN' | 'en-US';

/** A browser context that already has a session: a sign-in per case would exceed the sign-in limits. */
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

/** Changes the boot document of the file manager's page, as if the server offered other versions of remotes. */
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

/**
 * Serves the file manager with another component behind its exposed module `./app`, with matching hashes. Returns a
 * function that serves the genuine one again from the next attempt on.
 * @param component JavaScript of a React component
 */
export async function withApp(page: Page, product: Product, component: string): Promise<() => Promise<void>> {
  const genuine = await (await page.request.get(`${product.origin}/boot.json`)).text();
  const { remotes } = JSON.parse(genuine) as {
    remotes: { name: string; base: string; entry: string; global: string; assets: Record<string, string> }[];
  };
  const remote = remotes.find(({ name }) => name === 'files');
  if (!remote) throw new Error('The console has no file manager');
  const { base, entry, global } = remote;
  const code = await (await page.request.get(product.origin + base + entry)).text();
  const changed = `${code}
;(({ init, get }) => {
  ${global} = { init, get: (door) => door === './app' ? Promise.resolve(() => ({ App: ${component} })) : get(door) };
})(${global});`;
  let current = changed;
  const sums = [changed, code].map((text) => `sha384-${createHash('sha384').update(text).digest('base64')}`);
  await withBoot(page, (boot) => ({
    ...boot,
    remotes: boot.remotes.map((one) =>
      one['name'] === remote.name ? { ...one, assets: { ...remote.assets, [entry]: sums.join(' ') } } : one,
    ),
  }));
  await page.route(
    (url) => url.pathname === base + entry,
    (route) => route.fulfill({ body: current, contentType: 'text/javascript' }),
  );
  return () => {
    current = code;
    return Promise.resolve();
  };
}
