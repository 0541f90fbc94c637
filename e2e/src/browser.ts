import { existsSync } from 'node:fs';
import { chromium, type Browser, type Page } from 'playwright-core';
import { actsAtRest } from './moving-in';
import { partsOf } from './processes';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Far longer than a sound browser takes; what hangs is left to whoever ends the browser, ms. */
const CLOSE_MS = 10_000;

/** Failures are told with what their pages show: whoever tells of them finds the browsers here. */
const visited = new Set<Browser>();
Object.assign(globalThis, { sitedeckBrowsers: visited });

/** The same engine without windows of its own takes half the time. */
const BROWSERS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** A browser that ends in time, as does each of its visits: after a failure a page may hang, and cost the others theirs. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM'] ?? BROWSERS.find(existsSync) ?? 'chromium';
  // In the C locale, a bare machine's, it can't open files whose names are Chinese.
  const env = { ...process.env, LC_ALL: 'C.UTF-8' };
  const before = browsersOfOurs();
  const browser = await chromium.launch({ executablePath, headless: true, args: FLAGS, env });
  const started = browsersOfOurs().filter((pid) => !before.includes(pid));
  endsInTime(browser, () => started.forEach(killGroup));
  visited.add(browser);
  browser.on('disconnected', () => visited.delete(browser));
  const open = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await open(options);
    actsAtRest(context);
    const close = context.close.bind(context);
    context.close = (reason) => {
      // What a handler of a test is still fetching for a page goes with the page: nobody is left to be told.
      for (const page of context.pages())
        void page.unrouteAll({ behavior: 'ignoreErrors' }).catch(() => undefined);
      return close(reason);
    };
    return endsInTime(context, () => undefined);
  };
  return browser;
}

interface Closing {
  close(options?: { reason?: string }): Promise<void>;
}

function endsInTime<Thing extends Closing>(thing: Thing, otherwise: () => void): Thing {
  const close = thing.close.bind(thing);
  thing.close = async (options) => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(() => resolve('late'), CLOSE_MS);
    });
    // What comes after the time is nobody's any more: it must not become an unhandled rejection.
    const closed = close(options);
    closed.catch(() => undefined);
    const outcome = await Promise.race([closed, late]).finally(() => clearTimeout(timer));
    if (outcome === 'late') otherwise();
  };
  return thing;
}

/** Browsers that this process has started. */
const browsersOfOurs = (): number[] =>
  partsOf(process.pid)
    .filter(({ name }) => name.includes('--remote-debugging-pipe'))
    .map(({ pid }) => pid);

/** A browser leads a group of its own. */
function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

export interface Tab {
  readonly page: Page;
  /** Errors of the page: exceptions, console errors, blocked content. */
  readonly faults: string[];
}

/** A fresh visitor: no cookies, Chinese, 1440 wide unless told otherwise. */
export async function openTab(
  browser: Browser,
  view: { locale?: string; width?: number; height?: number; dark?: boolean } = {},
): Promise<Tab> {
  const context = await browser.newContext({
    locale: view.locale ?? 'zh-CN',
    viewport: { width: view.width ?? 1440, height: view.height ?? 900 },
    colorScheme: view.dark ? 'dark' : 'light',
    acceptDownloads: true,
  });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  return { page, faults };
}
