import type { Browser, Page } from 'playwright-core';
import {
  trafficBetween,
  fetchNothingAhead,
  openTab,
  signedInContext,
  withBrowser,
  type Tab,
  type Traffic,
} from '../browser';
import { median } from '../pairs';
import { CONTENT, linkTo } from '../selectors';
import type { Scaffold } from '../scaffolds';
import type { Row } from '../table';
import type { Visitor } from '../visitor';

/** Transfers with an empty cache. Files that Home has loaded are not counted again. */
interface Weights {
  /** Files, opened from Home. */
  readonly first: Traffic;
  /** Another remote, opened after Files. */
  readonly next: Traffic;
  /** A remote with one table, opened from Home. */
  readonly table: Traffic;
  /** Files as the first page, and a file in the editor. */
  readonly filesWithEditor: Traffic;
}

async function opened(tab: Tab, path: string): Promise<Traffic> {
  const before = tab.traffic();
  await tab.page.locator(linkTo(path)).first().click();
  await tab.page
    .locator(path === '/fileManage' ? CONTENT.files : CONTENT.table)
    .first()
    .waitFor();
  return trafficBetween(before, await tab.settled());
}

/** First page of the demo host. */
async function openInEditor(page: Page): Promise<void> {
  await page.getByText('index.html', { exact: true }).first().click();
  await page.locator('.cm-content').waitFor();
}

async function weigh(browser: Browser, visitor: Visitor, { name }: Scaffold): Promise<Weights> {
  const inTab = async <T>(path: string, measure: (tab: Tab) => Promise<T>): Promise<T> => {
    const context = await signedInContext(browser, visitor);
    const tab = await openTab(context, 'plain');
    await fetchNothingAhead(tab);
    await tab.page.goto(visitor.origin + path);
    await tab.settled();
    try {
      return await measure(tab);
    } finally {
      await context.close();
    }
  };
  const both = await inTab('/', async (tab) => ({
    first: await opened(tab, '/fileManage'),
    next: await opened(tab, `/${name}`),
  }));
  const table = await inTab('/', (tab) => opened(tab, `/${name}`));
  const filesWithEditor = await inTab('/fileManage?path=/wwwroot', async ({ page, settled }) => {
    await openInEditor(page);
    return settled();
  });
  return { ...both, table, filesWithEditor };
}

/** Transfer that a remote adds to an open console. */
export const remoteSizeRows = (
  visitor: Visitor,
  scaffold: Scaffold,
  rounds: number,
): Promise<readonly Row[]> =>
  withBrowser(async (browser) => {
    const all: Weights[] = [];
    for (let round = 0; round < rounds; round += 1) all.push(await weigh(browser, visitor, scaffold));
    const middle = (figure: (one: Weights) => number) => median(all.map(figure));
    const code = (job: string, most: number | undefined, own: number): Row => ({
      job,
      unit: 'requests',
      limit: most === undefined ? '–' : `≤ ${most}`,
      own,
      met: most === undefined || own <= most,
    });
    const bytes = (job: string, most: number | undefined, own: number): Row => ({
      ...code(job, most, own),
      unit: 'kB',
      limit: most === undefined ? '–' : `≤ ${most} kB`,
    });
    return [
      code(
        'Files as first remote: requests for code',
        4,
        middle(({ first }) => first.code),
      ),
      code(
        'Files as first remote: with its calls',
        undefined,
        middle(({ first }) => first.requests),
      ),
      bytes(
        'Files as first remote: code',
        undefined,
        middle(({ first }) => first.codeKB),
      ),
      code(
        'the next remote: requests for code',
        2,
        middle(({ next }) => next.code),
      ),
      bytes(
        'the next remote: code',
        undefined,
        middle(({ next }) => next.codeKB),
      ),
      code(
        'a table page as first remote: requests for code',
        4,
        middle(({ table }) => table.code),
      ),
      bytes(
        'a table page as first remote: code',
        130,
        middle(({ table }) => table.codeKB),
      ),
      bytes(
        'Files with its editor, all code',
        560,
        middle(({ filesWithEditor }) => filesWithEditor.codeKB),
      ),
    ];
  });
