import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { trafficBetween, openTab, withBrowser } from './browser';
import { clickUntilShown, interactiveMs, watchInteractive } from './in-page';
import { onTheWire } from './wire';

const LATER_MS = 300;
const SCRIPT = `
document.querySelector('a').addEventListener('click', (event) => {
  event.preventDefault();
  setTimeout(() => document.body.append(Object.assign(document.createElement('p'), { textContent: 'here' })), ${LATER_MS});
});
const until = performance.now() + ${LATER_MS};
while (performance.now() < until);
document.body.append(document.createElement('h2'));`;
const PAGE = '<!doctype html><body><a href="/elsewhere">there</a><script src="/kept.js"></script>';

/** A page that its script makes slow, and a script that the browser may cache. */
function serve(): Server {
  return createServer((request, reply) => {
    if (request.url === '/kept.js') {
      const head = {
        'content-type': 'text/javascript',
        'cache-control': 'public, max-age=31536000, immutable',
      };
      reply.writeHead(200, { ...head, 'content-encoding': 'gzip' }).end(gzipSync(SCRIPT));
      return;
    }
    reply.writeHead(200, { 'content-type': 'text/html', 'cache-control': 'no-store' }).end(PAGE);
  });
}

async function onPage<T>(measure: (browser: Browser, origin: string) => Promise<T>): Promise<T> {
  const server = serve();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    return await withBrowser((browser) => measure(browser, origin));
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

it('counts transferred and cached files separately', async () => {
  await onPage(async (browser, origin) => {
    const context = await browser.newContext();
    const visit = async () => {
      const { page, settled } = await openTab(context, 'plain');
      await page.goto(`${origin}/`);
      return settled();
    };
    const first = await visit();
    const second = await visit();
    expect(first).toMatchObject({ kept: 0 });
    expect(first.code).toBeGreaterThanOrEqual(2);
    expect(second.kept).toBe(1);
    expect(second.codeKB).toBeLessThan(first.codeKB);
    expect(trafficBetween(first, first)).toEqual({ kB: 0, requests: 0, code: 0, codeKB: 0, kept: 0 });
  });
});

it("measures from the click to the new content, and the work of the page's main thread", async () => {
  await onPage(async (browser, origin) => {
    const { page, cpuSeconds } = await openTab(await browser.newContext(), 'plain');
    await page.goto(`${origin}/`);
    const before = await cpuSeconds();
    expect(await clickUntilShown(page, 'a', 'p')).toBeGreaterThanOrEqual(LATER_MS);
    expect(await cpuSeconds()).toBeGreaterThan(before);
  });
});

it('calls a page interactive only once its long task has ended', async () => {
  await onPage(async (browser, origin) => {
    const { page } = await openTab(await browser.newContext(), 'plain');
    await page.addInitScript(watchInteractive('a'));
    await page.goto(`${origin}/`);
    expect(await interactiveMs(page)).toBeGreaterThanOrEqual(LATER_MS);
  });
});

it('returns a reply as it was transferred, without unpacking it', async () => {
  await onPage(async (_browser, origin) => {
    const { status, headers, body } = await onTheWire(`${origin}/kept.js`, {});
    expect([status, headers['content-encoding']]).toEqual([200, 'gzip']);
    expect(body).toEqual(gzipSync(SCRIPT));
  });
});
