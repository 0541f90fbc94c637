import type { Browser, Page } from 'playwright-core';
import { signInByToken, callProvider, type Client } from './api';
import { openBrowser } from './browser';
import { withSession } from './console-visit';
import { serveForeignRemote, type ForeignRemote } from './foreign-remote';
import type { Product } from './product';
import { sharedProduct } from './shared-product';

const WORDS = 'from the desk of a developer';

describe('an override of one remote in production', () => {
  let product: Product;
  let browser: Browser;
  let foreign: ForeignRemote;
  let account: { accountCode: string; hostCode: string };

  beforeAll(async () => {
    product = sharedProduct();
    browser = await openBrowser();
    foreign = await serveForeignRemote('0.9.0', WORDS);
    const { res } = await callProvider(product, 'POST /provider/accounts', { name: 'team' });
    const accountCode = String(res['accountCode']);
    const made = await callProvider(product, 'POST /provider/hosts', {
      accountCode,
      hostName: 'team',
      password: 'password of team',
      language: 'PHP',
      domains: [],
    });
    account = { accountCode, hostCode: String(made.res['hostCode']) };
  });
  afterAll(async () => {
    await foreign?.stop();
    await browser?.close();
  });

  async function enter(more: object): Promise<Client> {
    const made = await callProvider(product, 'POST /provider/tokens', { ...account, ...more });
    return signInByToken(product, String(made.res['token']));
  }
  const visit = async (client: Client): Promise<Page> =>
    (await withSession(browser, product, { client })).newPage();
  const address = () => `${product.origin}/fileManage?override=files@${foreign.origin}/`;
  const genuine = (page: Page) => page.getByText('index.html').first();
  const refusal = (page: Page) => page.getByRole('alert').filter({ hasText: '没有替换 files' });

  it('asks before it applies, shows origin and version, and lasts until reset or sign-out', async () => {
    const client = await enter({ claims: ['remote-override'] });
    const page = await visit(client);
    const policyOf = async (path: string) =>
      (await page.request.get(product.origin + path)).headers()['content-security-policy'] ?? '';

    await page.goto(address());
    const dialog = page.getByRole('dialog', { name: '在此会话中替换功能' });
    await dialog.getByText(foreign.origin).waitFor();
    await dialog.getByText('0.9.0').waitFor();
    await genuine(page).waitFor();
    await page.waitForURL(({ search }) => search === '');
    await dialog.getByRole('button', { name: '取消' }).click();
    await page.reload();
    await genuine(page).waitFor();
    expect(await policyOf('/')).not.toContain(foreign.origin);

    await page.goto(address());
    await dialog.getByRole('button', { name: '替换 files' }).click();
    await page.getByRole('heading', { name: WORDS }).waitFor();
    await page.goto(`${product.origin}/`);
    const banner = page.getByText(`此会话从 ${foreign.origin} 加载 files 0.9.0`);
    await banner.waitFor();
    expect(await policyOf('/')).toMatch(new RegExp(`script-src [^;]*${foreign.origin}`));

    // Another session of the same user gets the normal version.
    const other = await visit(await enter({ claims: ['remote-override'] }));
    await other.goto(`${product.origin}/fileManage`);
    await genuine(other).waitFor();
    await other.context().close();

    await page.getByRole('button', { name: '恢复 files 的正式版本' }).click();
    await banner.waitFor({ state: 'detached' });
    await page.goto(`${product.origin}/fileManage`);
    await genuine(page).waitFor();
    expect(await policyOf('/')).not.toContain(foreign.origin);
    await page.context().close();
  });

  it('runs only the confirmed script and blocks one that was replaced afterwards', async () => {
    const page = await visit(await enter({ claims: ['remote-override'] }));
    await page.goto(address());
    await page.getByRole('button', { name: '替换 files' }).click();
    await page.getByRole('heading', { name: WORDS }).waitFor();
    foreign.swap();
    await page.reload();
    await page.getByText('文件校验未通过，已停止加载').waitFor();
    expect(await page.evaluate(() => 'swapped' in globalThis)).toBe(false);
    await page.context().close();
  });

  it.each([
    ['without the claim', {}],
    ['as an administrator on a customer’s host', { role: 'ADMINISTRATOR', operator: 'support' }],
  ])('is refused %s, without a request to the other origin', async (_name, more) => {
    const client = await enter(more);
    const page = await visit(client);
    const requestedUrls: string[] = [];
    page.on('response', (reply) => requestedUrls.push(reply.url()));
    await page.goto(address());
    await refusal(page).filter({ hasText: '此会话没有替换功能的权限' }).waitFor();
    await genuine(page).waitFor();
    expect(requestedUrls.filter((url) => url.startsWith(foreign.origin))).toEqual([]);
    await page.context().close();
  });

  it.each([
    ['is not on the list', 'files@https://elsewhere.example/', '不允许从 https://elsewhere.example 加载功能'],
    ['does not answer', 'files@http://localhost:9/', '该地址没有响应'],
    ['is another remote', 'backup@ORIGIN/', '不是功能 backup'],
    ['is no address', 'files@javascript:alert(1)', /没有替换任何功能.*参数不正确/s],
  ])('is refused if the named remote %s', async (_name, requestedOverride, words) => {
    const page = await visit(await enter({ claims: ['remote-override'] }));
    await page.goto(`${product.origin}/?override=${requestedOverride.replace('ORIGIN', foreign.origin)}`);
    await page.getByRole('alert').filter({ hasText: words }).waitFor();
    await page.context().close();
  });
});
