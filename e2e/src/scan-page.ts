import type { Browser, Page } from 'playwright-core';
import { withSession } from './console-visit';
import { axeFindings, overflowX } from './page-checks';
import type { Product } from './product';
import type { TestSite } from './test-site';

/** Does what web shells do, and nothing else. */
export const HARMLESS_SHELL = "<?php\n// wp cache helper\neval($_POST['x'] ?? 'echo 7 * 6;');\n";

interface Visit {
  readonly browser: Browser;
  readonly product: Product;
  readonly site: TestSite;
  readonly language: 'zh-CN' | 'en-US';
  readonly width?: number | undefined;
}

/** The page of the web-shell scan, as the owner of a site sees it. */
export async function openScanPage({ browser, product, site, language, width = 1440 }: Visit): Promise<Page> {
  const session = await withSession(browser, product, { client: site.client, language, width });
  await session.addInitScript((locale) => localStorage.setItem('sitedeck.locale', locale), language);
  const page = await session.newPage();
  await page.goto(`${product.origin}/safe/searchAndKill`);
  return page;
}

/** Expects no barrier for people with disabilities, and nothing wider than the window. */
export const examinePage = async (page: Page): Promise<void> =>
  expect([await axeFindings(page), await overflowX(page)]).toEqual([[], 0]);
