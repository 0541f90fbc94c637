import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { TestEnvironment } from 'jest-environment-node';

const PATIENCE_MS = 3000;
/** Characters of a page that a failure shows. */
const PAGE_WORDS = 1500;
/** The product's last warnings that a failure shows. */
const WARNINGS = 12;
const WARNING = /"level":[456]\d,/;

interface PageReport {
  readonly url: string;
  readonly focus: string;
  readonly words: string;
}

interface Page {
  url(): string;
  evaluate<Value>(run: () => Value): Promise<Value>;
}
interface Browser {
  contexts(): readonly { pages(): readonly Page[] }[];
}

/** What a failure reads: the browsers that `openBrowser` opened. The common product names its folders in the environment. */
interface Visited {
  sitedeckBrowsers?: Set<Browser>;
}
const PRODUCT = 'SITEDECK_E2E_PRODUCT';

interface TestEvent {
  readonly name: string;
  readonly error?: unknown;
}

/** A failure in a browser also shows what the page held at that moment and what the product logged. */
export default class VisitEnvironment extends TestEnvironment {
  async handleTestEvent({ name, error }: TestEvent): Promise<void> {
    if (name !== 'test_fn_failure' || !isError(error)) return;
    const shown = [...(await this.pages()), ...warnings()];
    error.stack = [error.stack ?? error.message, ...shown].join('\n');
  }

  private async pages(): Promise<readonly string[]> {
    const global: Visited & typeof this.global = this.global;
    const browsers = global.sitedeckBrowsers ?? new Set<Browser>();
    const pages = [...browsers].flatMap((one) => one.contexts().flatMap((context) => context.pages()));
    return Promise.all(
      pages.map(async (page) => {
        const seen = await inTime(page.evaluate(readPage));
        const { focus, words } = seen ?? { focus: '?', words: 'the page does not answer' };
        return `  page ${page.url()}\n  focus ${focus}\n  ${words.slice(0, PAGE_WORDS).replaceAll(/\s*\n\s*/g, ' | ')}`;
      }),
    );
  }
}

/** A page may hang: that is what failed, then. */
async function inTime<Value>(answer: Promise<Value>): Promise<Value | undefined> {
  const late = new AbortController();
  const patience = sleep(PATIENCE_MS, undefined, { signal: late.signal }).catch(() => undefined);
  try {
    return await Promise.race([answer.catch(() => undefined), patience]);
  } finally {
    late.abort();
  }
}

const isError = (error: unknown): error is Error =>
  typeof error === 'object' && error !== null && 'message' in error;

/** Runs in the page: dialogs and messages first, as they are what a test mostly waits for. */
function readPage(): Omit<PageReport, 'url'> {
  const above = document.querySelectorAll<HTMLElement>('[role=dialog], [role=alert], .ant-message');
  const below = document.querySelector<HTMLElement>('main') ?? document.body;
  const words = [...above, below].map((part) => part.innerText.trim()).filter((text) => text !== '');
  return { focus: document.activeElement?.outerHTML.slice(0, 200) ?? '', words: words.join('\n--\n') };
}

function warnings(): readonly string[] {
  const product = process.env[PRODUCT];
  if (product === undefined) return [];
  const folder = join((JSON.parse(product) as { data: string }).data, 'logs');
  return ['api.log', 'worker.log', 'files.log'].flatMap((name) => {
    const lines = readdirSync(folder).includes(name)
      ? readFileSync(join(folder, name), 'utf8').split('\n')
      : [];
    return lines
      .filter((line) => WARNING.test(line))
      .slice(-WARNINGS)
      .map((line) => `  ${name} ${line.slice(0, 400)}`);
  });
}
