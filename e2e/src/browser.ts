import { chromium, type Browser, type Page } from 'playwright-core';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export function openBrowser(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
  // In the C locale, a bare machine's, it can't open files whose names are Chinese.
  const env = { ...process.env, LC_ALL: 'C.UTF-8' };
  return chromium.launch({ executablePath, headless: true, args: FLAGS, env });
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
