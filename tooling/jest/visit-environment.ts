import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { TestEnvironment } from 'jest-environment-node';

const PATIENCE_MS = 3000;
/** Of a page so much is told, characters. */
const PAGE_WORDS = 1500;
/** So many of the product's own last warnings. */
const WARNINGS = 12;
const WARNING = /"level":[456]\d,/;

interface Told {
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

/** What tests leave behind for whoever tells of their failures: `openBrowser` its browsers, the common product its place. */
interface Visited {
  sitedeckBrowsers?: Set<Browser>;
}
const PLACE = 'SITEDECK_E2E_PRODUCT';

interface TestEvent {
  readonly name: string;
  readonly error?: unknown;
}

/** A failure in a browser tells what the page showed then and what the product said, not only what was waited for. */
export default class VisitEnvironment extends TestEnvironment {
  async handleTestEvent({ name, error }: TestEvent): Promise<void> {
    if (name !== 'test_fn_failure' || !isError(error)) return;
    const told = [...(await this.pages()), ...warnings()];
    error.stack = [error.stack ?? error.message, ...told].join('\n');
  }

  private async pages(): Promise<readonly string[]> {
    const global: Visited & typeof this.global = this.global;
    const browsers = global.sitedeckBrowsers ?? new Set<Browser>();
    const pages = [...browsers].flatMap((one) => one.contexts().flatMap((context) => context.pages()));
    return Promise.all(
      pages.map(async (page) => {
        const seen = await inTime(page.evaluate(look));
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
function look(): Omit<Told, 'url'> {
  const above = document.querySelectorAll<HTMLElement>('[role=dialog], [role=alert], .ant-message');
  const below = document.querySelector<HTMLElement>('main') ?? document.body;
  const words = [...above, below].map((part) => part.innerText.trim()).filter((text) => text !== '');
  return { focus: document.activeElement?.outerHTML.slice(0, 200) ?? '', words: words.join('\n--\n') };
}

function warnings(): readonly string[] {
  const told = process.env[PLACE];
  if (told === undefined) return [];
  const folder = join((JSON.parse(told) as { data: string }).data, 'logs');
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
