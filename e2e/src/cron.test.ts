import type { Browser, Page } from 'playwright-core';
import { callProvider, type Client } from './api';
import { itCaged } from '../../server/testing/it-caged';
import { openBrowser } from './browser';
import { withSession } from './console-visit';
import { eventually } from './eventually';
import { makeOwner } from './portal';
import type { Product } from './product';
import { sharedProduct } from './shared-product';
import { axeFindings, overflowX } from './page-checks';

const WORDS = {
  'zh-CN': { schedule: '每 15 分钟', add: '添加', line: 'crontab 写法' },
  'en-US': { schedule: 'Every 15 minutes', add: 'Add', line: 'Crontab line' },
} as const;

describe('scheduled jobs of a running product', () => {
  let product: Product;
  let browser: Browser;
  let client: Client;
  let hostCode: string;

  beforeAll(async () => {
    product = sharedProduct();
    ({ client, hostCode } = await makeOwner(product, 'croner'));
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());

  async function open(language: 'zh-CN' | 'en-US', width: number): Promise<Page> {
    const session = await withSession(browser, product, { client, language, width });
    await session.addInitScript((locale) => localStorage.setItem('sitedeck.locale', locale), language);
    const page = await session.newPage();
    await page.goto(`${product.origin}/hostEnvSet/cron`);
    return page;
  }
  const expectNoFaults = async (page: Page) => {
    expect([await axeFindings(page), await overflowX(page)]).toEqual([[], 0]);
  };

  itCaged('adds a job, runs it in the cage of the host and shows its output', async () => {
    const page = await open('en-US', 1440);
    await page.getByRole('button', { name: 'Add' }).click();
    await page.getByLabel('Name').fill('greeting');
    await page.getByLabel('Command').fill('echo "hello from $(id -u)"; pwd; exit 3');
    await page.getByLabel('Crontab line').fill('*/15 * * * *');
    await page.getByText('Every 15 minutes').last().waitFor();
    await expectNoFaults(page);
    await page.getByRole('button', { name: 'Add job' }).click();
    await page.getByText('Not run yet').waitFor();
    await page.getByRole('button', { name: 'Run now greeting' }).click();
    await page.getByText('exit status 3').waitFor();
    await expectNoFaults(page);
    await page.getByRole('button', { name: 'Output greeting' }).click();
    await page.getByText(/^hello from \d+\n.*\/wwwroot\n$/).waitFor();
    await expectNoFaults(page);
    await page.getByRole('button', { name: 'Close' }).last().click();
    await page.goto(`${product.origin}/`);
    await page.getByText('The last run of the scheduled job "greeting" failed').first().waitFor();
    await page.context().close();
  });

  itCaged('runs a job on its schedule, and ends it when the site is closed or suspended', async () => {
    const cron = (act: string, body: object = {}) => client.call(`POST /api/vhost/cron/${act}`, body);
    const job = { name: 'endless', schedule: '* * * * *', command: 'echo begun; sleep 3000', isOn: true };
    const { id } = (await cron('add', job)).res;
    const lastState = async () => {
      const { jobs } = (await cron('list')).res as {
        jobs: { id: number; lastRun: { state: string } | null }[];
      };
      return jobs.find((one) => one.id === id)?.lastRun?.state;
    };
    const reaches = (state: string) => eventually(async () => expect(await lastState()).toBe(state));
    const setStatus = (serviceStatus: string) =>
      callProvider(product, `PATCH /provider/hosts/${hostCode}`, { serviceStatus });

    // By its schedule, within a minute.
    await reaches('running');
    expect(await cron('run', { id })).toMatchObject({ code: '409' });
    expect((await client.call('POST /api/vhost/close')).code).toBe('200');
    await reaches('ended');
    expect((await cron('run', { id })).code).toBe('400');
    await client.call('POST /api/vhost/open');

    expect((await cron('run', { id })).code).toBe('200');
    await reaches('running');
    await setStatus('BLOCKING');
    expect((await cron('list')).code).toBe('403');
    await setStatus('NORMAL');
    await reaches('ended');
    expect((await cron('remove', { id })).code).toBe('200');
  });

  itCaged.each([
    ['zh-CN', 390],
    ['en-US', 390],
    ['zh-CN', 1440],
  ] as const)('shows the page and its form without faults: %s at %i px', async (language, width) => {
    const { schedule, add, line } = WORDS[language];
    const page = await open(language, width);
    await page.getByText(schedule).first().waitFor();
    await expectNoFaults(page);
    await page.getByRole('button', { name: add }).click();
    await page.getByLabel(line).waitFor();
    await expectNoFaults(page);
    await page.context().close();
  });
});
