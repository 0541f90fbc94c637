import { existsSync } from 'node:fs';
import { chromium, type Browser, type Page } from 'playwright-core';
import { delayActionsDuringAnimations } from './opening-animations';
import { partsOf } from './processes';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A page of a test lives for seconds: the second optimizing compiler would take more time than it saves.
  '--js-flags=--no-opt',
];

/** Far longer than a working browser needs to close, ms. A context that hangs ends with its browser. */
const CLOSE_MS = 10_000;

/** A busy machine shows a page late, ms. */
const PATIENCE_MS = 90_000;

/** When a test fails, the jest environment reads the open pages from this set. */
const visited = new Set<Browser>();
Object.assign(globalThis, { sitedeckBrowsers: visited });

/** The first, which has no windows of its own, takes half the time. */
const BROWSERS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** What a visitor has chosen in the operating system. */
type Motion = 'reduce' | 'no-preference';

/**
 * Opens a browser that closes within a bounded time, as do its contexts: a page that hangs must not fail later tests.
 * @param motion whether layers open with an animation. Drawing it is slow, so only the main task and tests of what happens
 * meanwhile have it
 */
export async function openBrowser(motion: Motion = 'reduce'): Promise<Browser> {
  const executablePath = process.env['CHROMIUM'] ?? BROWSERS.find(existsSync) ?? 'chromium';
  // In the C locale, the default of a bare machine, Chromium can't open files with Chinese names.
  const env = { ...process.env, LC_ALL: 'C.UTF-8' };
  const before = ownBrowsers();
  const browser = await chromium.launch({ executablePath, headless: true, args: FLAGS, env });
  const started = ownBrowsers().filter((pid) => !before.includes(pid));
  closeInTime(browser, () => started.forEach(killGroup));
  visited.add(browser);
  browser.on('disconnected', () => visited.delete(browser));
  const open = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    // The console follows the browser's language; tests read the Chinese one.
    const context = await open({ locale: 'zh-CN', reducedMotion: motion, ...options });
    context.setDefaultTimeout(PATIENCE_MS);
    delayActionsDuringAnimations(context);
    const close = context.close.bind(context);
    context.close = (reason) => {
      // Drop requests that a route handler of the test still fetches: the page that would get the reply is closing.
      for (const page of context.pages())
        void page.unrouteAll({ behavior: 'ignoreErrors' }).catch(() => undefined);
      return close(reason);
    };
    return closeInTime(context, () => undefined);
  };
  return browser;
}

interface Closable {
  close(options?: { reason?: string }): Promise<void>;
}

function closeInTime<Target extends Closable>(target: Target, onTimeout: () => void): Target {
  const close = target.close.bind(target);
  target.close = async (options) => {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<'late'>((resolve) => {
      timer = setTimeout(() => resolve('late'), CLOSE_MS);
    });
    // A rejection after the time limit must not become an unhandled rejection.
    const closed = close(options);
    closed.catch(() => undefined);
    const outcome = await Promise.race([closed, timeout]).finally(() => clearTimeout(timer));
    if (outcome === 'late') onTimeout();
  };
  return target;
}

/** Pids of the browsers that this process has started. */
const ownBrowsers = (): number[] =>
  partsOf(process.pid)
    .filter(({ name }) => name.includes('--remote-debugging-pipe'))
    .map(({ pid }) => pid);

/** Each browser leads its own process group. */
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

/** Opens a page as a new visitor: no cookies, and by default Chinese and 1440 px wide. */
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
