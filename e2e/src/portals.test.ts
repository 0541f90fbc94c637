import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as Esbuild from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { callProvider } from './api';
import { openBrowser } from './browser';
import { eventually } from './eventually';
import { makeHost, startPortal } from './portal';
import { freePorts } from './ports';
import type { Product } from './product';
import { sharedProduct } from './shared-product';

const DOCS = join(import.meta.dirname, '../../docs');
const REACT18 = join(DOCS, 'examples/portal-react18');

/** Named code blocks of a page of the documentation, such as `sh id=start` and `js file=server.mjs`. */
async function blocksOf(page: string): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(join(DOCS, page), 'utf8');
  const found = [...text.matchAll(/```\w+ (?:id|file)=(\S+)\n(.*?)```/gs)];
  return new Map(found.map(([, mark = '', block = '']) => [mark, block]));
}

/** Serves a portal's page that has only the loader. */
async function emptyPage(console: string) {
  const html = `<!doctype html><html lang="zh-CN"><body><script src="${console}/embed.js"></script></body></html>`;
  const server = createServer((_request, reply) => reply.setHeader('content-type', 'text/html').end(html));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

interface Put {
  readonly name: string;
  readonly at: Readonly<Record<string, string | undefined>>;
  readonly token: string;
}

/** Runs in the page. */
function put({ name, at, token }: Put): void {
  const place = Object.assign(document.createElement('sitedeck-remote'), {
    getToken: () => Promise.resolve(token),
    properties: at,
  });
  place.setAttribute('name', name);
  // Fires on a call that the token does not permit.
  place.addEventListener('auth-required', () => document.body.toggleAttribute('data-refused', true));
  document.body.append(place);
}

describe('portals of the documentation', () => {
  let product: Product;
  let browser: Browser;
  let page: Page;
  let host: Awaited<ReturnType<typeof makeHost>>;

  beforeAll(async () => {
    product = sharedProduct();
    host = await makeHost(product, 'documented');
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());
  beforeEach(async () => {
    page = await browser.newPage();
  });
  afterEach(() => page.close());

  const list = () => page.getByRole('gridcell').getByText('index.html', { exact: true });

  it('works with another major version of React, which mounts twice, hides and shows the element', async () => {
    const { build } = createRequire(join(REACT18, 'package.json'))('esbuild') as typeof Esbuild;
    await build({
      entryPoints: [join(REACT18, 'src/main.jsx')],
      bundle: true,
      outfile: join(REACT18, 'public/main.js'),
      define: { 'process.env.NODE_ENV': '"development"' },
    });
    const portal = await startPortal(product, { host, pages: 'portal-react18/public' });
    try {
      const faults: string[] = [];
      page.on('pageerror', (error) => faults.push(error.message));
      await page.goto(portal.origin);
      await list().waitFor();
      expect(await page.getByRole('heading', { level: 1 }).first().textContent()).toContain('React 18');
      await page.getByRole('button', { name: 'Logs' }).click();
      await eventually(async () => expect(await list().count()).toBe(0));
      await page.getByRole('button', { name: 'Hide' }).click();
      await page.locator('sitedeck-remote').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Show' }).click();
      await page.getByRole('grid').waitFor();
      expect(faults).toEqual([]);
    } finally {
      await portal.stop();
    }
  });

  describe.each([
    { name: 'hostenv', at: { page: 'php' }, title: 'PHP 管理', words: 'memory_limit' },
    { name: 'database', at: { tab: 'safety' }, title: '数据库管理', words: '查看网站的数据库' },
    { name: 'backup', at: { page: 'database' }, title: '数据库备份', words: '还没有备份' },
    { name: 'safety', at: { tab: 'quarantined' }, title: '木马查杀', words: '还没有扫描过' },
  ])('with $name', ({ name, at, title, words }) => {
    it('opens the page that the portal names and makes only calls that its token permits', async () => {
      await using portal = await emptyPage(product.origin);
      const made = await callProvider(product, 'POST /provider/embed-tokens', {
        ...host,
        remote: name,
        origin: portal.origin,
      });
      const faults: string[] = [];
      page.on('pageerror', (error) => faults.push(error.message));
      await page.goto(portal.origin);
      await page.evaluate(put, { name, at, token: String(made.res['token']) });
      await page.getByRole('heading', { name: title }).waitFor();
      await page.getByText(words).first().waitFor();
      await page.waitForLoadState('networkidle');
      expect(await page.locator('[data-refused]').count()).toBe(0);
      expect(faults).toEqual([]);
    });
  });

  it('follows integrators.md literally in an empty folder', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sitedeck-portal-'));
    const blocks = await blocksOf('integrators.md');
    for (const [name, text] of blocks) if (name.includes('.')) await writeFile(join(folder, name), text);
    const [port = 0] = await freePorts(1);
    const values: Record<string, string> = {
      SITEDECK_CONSOLE: product.origin,
      SITEDECK_PROVIDER: product.provider.origin,
      SITEDECK_KEY: product.provider.key,
      ACCOUNT: host.accountCode,
      HOST: host.hostCode,
      PORT: String(port),
    };
    // The lines of the documentation with the values of this test.
    const setup = (blocks.get('setup') ?? '').replace(
      /^export (\w+)=.*$/gm,
      (_line, name: string) => `export ${name}='${values[name] ?? ''}'`,
    );
    const shell = spawn('sh', ['-c', `${setup}\nexec ${blocks.get('start') ?? 'false'}`], {
      cwd: folder,
      env: { PATH: process.env['PATH'] ?? '' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      await once(shell.stdout, 'data');
      const ready = page.waitForEvent('console', (message) => message.text() === 'the files are there');
      await page.goto(`http://127.0.0.1:${port}/`);
      await list().waitFor();
      await ready;
    } finally {
      const gone = once(shell, 'exit');
      shell.kill('SIGTERM');
      await gone;
      await rm(folder, { recursive: true, force: true });
    }
  });
});
