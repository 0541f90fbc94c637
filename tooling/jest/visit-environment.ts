import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { TestEnvironment } from 'jest-environment-node';
import { compileOnce } from './compile-once';

compileOnce();

const PATIENCE_MS = 3000;
/** Most characters of a page in a failure message. */
const PAGE_WORDS = 1500;
/** Most warnings of the product in a failure message. */
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

/** Browsers that `openBrowser` has opened. The common product's folders are in an environment variable. */
interface Visited {
  sitedeckBrowsers?: Set<Browser>;
}
const PRODUCT = 'SITEDECK_E2E_PRODUCT';

interface TestEvent {
  readonly name: string;
  readonly error?: unknown;
}

/** Adds the contents of the open pages and the product's last warnings to a failure. */
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

/** A page that hangs gives no contents: undefined. */
async function inTime<Value>(reply: Promise<Value>): Promise<Value | undefined> {
  const late = new AbortController();
  const patience = sleep(PATIENCE_MS, undefined, { signal: late.signal }).catch(() => undefined);
  try {
    return await Promise.race([reply.catch(() => undefined), patience]);
  } finally {
    late.abort();
  }
}

const isError = (error: unknown): error is Error =>
  typeof error === 'object' && error !== null && 'message' in error;

/** Runs in the page. Dialogs and messages come first, since most tests wait for one of them. */
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
