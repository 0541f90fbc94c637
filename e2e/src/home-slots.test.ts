import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { loginForm, callProvider, sendLogin } from './api';
import { openBrowser } from './browser';
import { withSession } from './console-visit';
import { makeHost } from './portal';
import type { Product } from './product';
import { sharedProduct } from './shared-product';

jest.setTimeout(300_000);

const ROOT = join(__dirname, '../..');
const COMMAND = join(ROOT, 'tooling/cli/src/main.ts');

/** Packages that a team would install, taken from this checkout. */
const INSTALLED = [
  ...['react', 'react-dom', '@ant-design/icons', '@sitedeck/contract', '@sitedeck/sdk', '@sitedeck/ui'].map(
    (name) => [name, join(ROOT, 'remotes/files/node_modules', name)] as const,
  ),
  ...['@types/react', '@types/react-dom'].map((name) => [name, join(ROOT, 'node_modules', name)] as const),
];

const GOOD_CARD = `
import type { RemoteContext } from '@sitedeck/sdk';

export function Card({ ctx }: { readonly ctx: RemoteContext }) {
  return <p>{\`latest of \${ctx.host.hostService.hostName}\`}</p>;
}
`;
const BAD_CARD = `
import type { RemoteContext } from '@sitedeck/sdk';

export function Card({ ctx }: { readonly ctx: RemoteContext }) {
  if (ctx.apiVersion === 1) throw new Error('the card is broken');
  return <p>never</p>;
}
`;

const HOST = 'with-slots';

const SLOTS = [
  { slot: 'home.shortcut', titleKey: 'write', icon: 'Tags', order: 90, path: '/notes' },
  { slot: 'home.card', titleKey: 'latest', order: 10, expose: './latest-note' },
  { slot: 'home.card', titleKey: 'oldest', order: 20, expose: './oldest-note' },
];
const CARDS = { 'latest-note': GOOD_CARD, 'oldest-note': BAD_CARD };

describe('cards and shortcuts of remotes on Home', () => {
  let product: Product;
  let browser: Browser;
  let accountCode: string;
  let scratch: string;
  let key: string;
  let context: BrowserContext;

  const command = (folder: string, line: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const args = ['--import', require.resolve('tsx'), COMMAND, ...line.split(' ')];
      const env = {
        ...process.env,
        INIT_CWD: folder,
        SITEDECK_URL: product.origin,
        SITEDECK_REGISTRY: product.provider.origin,
        SITEDECK_KEY: key,
      };
      execFile(process.execPath, args, { cwd: folder, env }, (error, stdout, stderr) =>
        error ? reject(new Error(`${stdout}${stderr}`)) : resolve(stdout),
      );
    });

  const notes = () => join(scratch, 'notes');

  async function describeRemote(version: string, cards: Readonly<Record<string, string>>): Promise<void> {
    const file = join(notes(), 'remote.json');
    const manifest = JSON.parse(await readFile(file, 'utf8')) as { titles: Record<string, object> };
    const titles = {
      'zh-CN': { ...manifest.titles['zh-CN'], write: '写便签', latest: '最新便签', oldest: '最早便签' },
      'en-US': {
        ...manifest.titles['en-US'],
        write: 'Write a note',
        latest: 'Latest note',
        oldest: 'Oldest note',
      },
    };
    await writeFile(file, JSON.stringify({ ...manifest, version, titles, slots: SLOTS }));
    for (const [name, card] of Object.entries(cards)) await writeFile(join(notes(), `src/${name}.tsx`), card);
  }

  beforeAll(async () => {
    product = sharedProduct();
    browser = await openBrowser();
    ({ accountCode } = await makeHost(product, HOST));
    const { client } = await sendLogin(product, await loginForm(product, HOST, `password of ${HOST}`));
    const made = await callProvider(product, 'POST /provider/keys', {
      name: 'notes',
      scopes: ['remotes:notes'],
    });
    key = String(made.res['key']);
    scratch = await mkdtemp(join(tmpdir(), 'sitedeck-slots-'));
    await command(scratch, 'remote init notes');
    for (const [name, target] of INSTALLED) {
      const link = join(notes(), 'node_modules', name);
      await mkdir(dirname(link), { recursive: true });
      await symlink(target, link);
    }
    context = await withSession(browser, product, { client });
  });
  afterAll(async () => {
    await browser?.close();
    if (scratch) await rm(scratch, { recursive: true, force: true });
  });

  async function home(): Promise<Page> {
    const page = await context.newPage();
    await page.goto(`${product.origin}/`);
    await page.locator('h1').waitFor();
    return page;
  }
  const goodCard = (page: Page) => page.getByRole('region', { name: '最新便签' });
  const badCard = (page: Page) => page.getByRole('region', { name: '最早便签' });

  it('shows a card and a shortcut to the remote’s page after the next page load', async () => {
    const before = await home();
    expect(await goodCard(before).count()).toBe(0);
    await describeRemote('0.1.0', CARDS);
    await command(notes(), 'remote publish --why slots');
    // Only this account gets it: the product is common to all files.
    await command(notes(), `remote pin 0.1.0 --account ${accountCode} --why slots`);
    await before.reload();
    await goodCard(before).getByText(`latest of ${HOST}`).waitFor();
    await before.getByRole('link', { name: '写便签' }).click();
    await before.getByRole('heading', { level: 1, name: 'Notes' }).waitFor();
    expect(new URL(before.url()).pathname).toBe('/notes');
    await before.close();
  });

  it('shows a card that throws as failed, names its remote, and leaves the rest of Home unchanged', async () => {
    const page = await home();
    const card = badCard(page);
    await card.getByRole('alert').waitFor();
    expect(await card.textContent()).toContain('notes 0.1.0');
    await card.getByRole('button', { name: /^重试/ }).waitFor();
    await goodCard(page).getByText(`latest of ${HOST}`).waitFor();
    await page.getByText('上次检查').waitFor();
    expect(await page.getByRole('alert').count()).toBe(1);
    await page.getByRole('link', { name: '写便签' }).click();
    await page.getByRole('heading', { level: 1, name: 'Notes' }).waitFor();
    await page.close();
  });

  it('renders Home before it requests the code of any card', async () => {
    const page = await context.newPage();
    let atEntry = '';
    await page.route('**/remotes/notes/**', async (route) => {
      atEntry ||= await page.locator('h1').innerText();
      await route.continue();
    });
    await page.goto(`${product.origin}/`);
    await badCard(page).getByRole('alert').waitFor();
    expect(atEntry).toBe(HOST);
    await page.close();
  });

  it('refuses to store a version whose card module does not match its description', async () => {
    await describeRemote('0.2.0', { ...CARDS, 'latest-note': 'export const Nothing = 1;\n' });
    await expect(command(notes(), 'remote publish --why wrong')).rejects.toThrow("no exported member 'Card'");
  });
});
