import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { clientOf, loginForm, callProvider, sendLogin, type Client } from './api';
import { openBrowser } from './browser';
import { startProduct, type OwnProduct } from './product';

// Installs what a team needs twice, with an empty `npx` cache.
jest.setTimeout(1_200_000);

const GUIDE = join(__dirname, '../../docs/feature-teams.md');

/** Switches off npm's extra requests to its registry, such as audits. */
const NPM_ALONE = {
  npm_config_audit: 'false',
  npm_config_fund: 'false',
  npm_config_update_notifier: 'false',
  npm_config_prefer_offline: 'true',
};

/** The commands of one section of the guide, exactly as printed there. */
async function commandsOf(section: string): Promise<string> {
  const guide = await readFile(GUIDE, 'utf8');
  const [, text = ''] = guide.split(`## ${section}\n`);
  const blocks = [...(text.split('\n## ')[0] ?? '').matchAll(/```sh\n([^]*?)```/g)].map(([, lines]) => lines);
  if (blocks.length === 0) throw new Error(`The guide has no commands under "${section}"`);
  return blocks.join('');
}

interface Outcome {
  readonly code: number;
  readonly output: string;
}

interface Published {
  readonly remotes: readonly { readonly name: string; readonly base: string; readonly assets: object }[];
}

describe('a feature team without a checkout', () => {
  let product: OwnProduct;
  let browser: Browser;
  let bare: string;
  let client: Client;
  let key: string;

  /** Runs a command as a developer would at a terminal in `folder`. */
  const shell = (folder: string, script: string): Promise<Outcome> =>
    new Promise((resolve) => {
      const env = {
        ...NPM_ALONE,
        PATH: process.env['PATH'] ?? '',
        HOME: process.env['HOME'] ?? '/',
        SITEDECK_URL: product.origin,
        SITEDECK_REGISTRY: product.provider.origin,
        SITEDECK_KEY: key,
      };
      execFile('bash', ['-euc', script], { cwd: folder, env }, (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 1;
        resolve({ code, output: `${stdout}${stderr}` });
      });
    });

  async function followed(folder: string, section: string): Promise<string> {
    const { code, output } = await shell(folder, await commandsOf(section));
    if (code !== 0) throw new Error(`The guide ended with ${code}:\n${output}`);
    return output;
  }

  const boot = async () => {
    const page = await (
      await fetch(`${product.origin}/`, { headers: { cookie: client.cookie, accept: 'text/html' } })
    ).text();
    const text = /id="sitedeck-boot">(.*?)<\/script>/s.exec(page)?.[1] ?? '';
    const scripts = [...page.matchAll(/<script defer [^>]*>/g)].map(([script]) => script);
    return { scripts, remotes: (JSON.parse(text) as Published).remotes };
  };

  async function openConsole(): Promise<Page> {
    const context = await browser.newContext({ locale: 'zh-CN' });
    const [name = '', value = ''] = client.cookie.split('=');
    await context.addCookies([{ name, value, url: product.origin }]);
    const page = await context.newPage();
    await page.goto(`${product.origin}/`);
    return page;
  }

  beforeAll(async () => {
    product = await startProduct();
    browser = await openBrowser();
    bare = await mkdtemp(join(tmpdir(), 'sitedeck-team-'));
    const { hostName, password } = product.demo;
    ({ client } = await sendLogin(product, await loginForm(product, hostName, password)));
    client = clientOf(product, client.cookie);
    const made = await callProvider(product, 'POST /provider/keys', {
      name: 'notes-team',
      scopes: ['remotes:notes'],
    });
    key = String(made.res['key']);
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
    if (bare) await rm(bare, { recursive: true, force: true });
  });

  it('follows the guide from an empty folder: the menu gets the team’s page and keeps all others', async () => {
    const before = await boot();
    const page = await openConsole();
    await page.getByRole('menuitem', { name: '文件管理' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Notes' }).count()).toBe(0);

    await followed(bare, 'A remote in five minutes');
    expect((await boot()).remotes).toEqual(before.remotes);
    const said = await followed(join(bare, 'notes'), 'Publish, and decide who gets it');
    expect(said).toContain('notes 0.1.0 is stored');

    await page.reload();
    await page.getByRole('menuitem', { name: 'Notes' }).click();
    await page.getByText('最近在这台主机上做过的事').waitFor();
    const after = await boot();
    expect(after.scripts).toEqual(before.scripts);
    expect(after.remotes.filter(({ name }) => name !== 'notes')).toEqual(before.remotes);
  });

  it('changes no other remote with its key', async () => {
    const { code, output } = await shell(join(bare, 'notes'), 'npx sitedeck remote status --remote files');
    expect(code).toBe(1);
    expect(output).toContain('lacks this scope');
  });

  it('gets a list of everything that would break, and stores nothing', async () => {
    const broken = join(bare, 'broken');
    const installed = join(bare, 'notes/node_modules');
    await cp(join(bare, 'notes'), broken, { recursive: true, filter: (from) => from !== installed });
    await symlink(installed, join(broken, 'node_modules'));
    const change = async (file: string, edit: (text: string) => string) => {
      const path = join(broken, file);
      await writeFile(path, edit(await readFile(path, 'utf8')));
    };
    await change('remote.json', (text) =>
      text
        .replace('"version": "0.1.0"', '"version": "0.2.0"')
        .replace(/"sdk": "[^"]*"/, '"sdk": "^9.0.0"')
        .replace(
          '"path": "/notes", "titleKey": "title", "purposeKey"',
          '"path": "/fileManage", "titleKey": "title", "purposeKey"',
        )
        .replace('"en-US": { "title": "Notes",', '"en-US": {'),
    );
    await change('src/i18n/en-US.json', (text) => text.replace(/ {2}"empty".*\n/, ''));
    await change('src/app.tsx', (text) => text.replace('<RecentPage ctx={ctx} />', '<RecentPage />'));
    const { code, output } = await shell(broken, 'npx sitedeck remote publish --why "all wrong"');
    expect(code).toBe(1);
    for (const words of [
      '^9.0.0',
      '/fileManage',
      'title',
      'empty is missing in en-US',
      "Property 'ctx' is missing",
    ])
      expect(output).toContain(words);
    const status = await shell(join(bare, 'notes'), 'npx sitedeck remote status --json');
    expect(status.output).not.toContain('0.2.0');
  });
});
