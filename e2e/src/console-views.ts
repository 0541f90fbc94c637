import type { Page } from 'playwright-core';

export type Language = 'zh-CN' | 'en-US';

/** A page of the console, or a page with a layer open above it. */
export interface View {
  /** Part of a screenshot's file name. */
  readonly name: string;
  readonly path: string;
  readonly heading: Readonly<Record<Language, string>>;
  /** Document title without host and product. */
  readonly title: Readonly<Record<Language, string>>;
  /** Resolves when the content of the view is there. */
  readonly ready?: (page: Page) => Promise<void>;
  readonly layer?: Layer;
}

interface Layer {
  readonly opener: string;
  readonly layer: string;
  /** Text that appears with the content of the layer. */
  readonly content: string;
}

const inBoth = (words: string): Record<Language, string> => ({ 'zh-CN': words, 'en-US': words });

/** Resolves when every block of Home has loaded. */
const blocksAreHere = (page: Page) =>
  page.waitForFunction(() => !document.querySelector('#root [aria-busy=true]')).then(() => undefined);

const rowsAreHere = (page: Page) =>
  page.locator('.sd-resource [aria-busy=false] :is(td, li, article)').first().waitFor();

const filesAreHere = (page: Page) => page.getByText('index.html').first().waitFor();

const LOG = {
  path: '/log',
  heading: { 'zh-CN': '操作日志', 'en-US': 'Operation log' },
  title: { 'zh-CN': '操作日志', 'en-US': 'Operation log' },
  ready: rowsAreHere,
};
const DOMAINS = {
  path: '/domainCertCdn/bindDomain',
  heading: { 'zh-CN': '域名绑定', 'en-US': 'Bind domain' },
  title: { 'zh-CN': '域名绑定', 'en-US': 'Bind domain' },
  ready: rowsAreHere,
};
const CDN = {
  path: '/domainCertCdn/cdn',
  heading: { 'zh-CN': '网站加速 CDN', 'en-US': 'Website acceleration CDN' },
  title: { 'zh-CN': '网站加速 CDN', 'en-US': 'Website acceleration CDN' },
  ready: async (page: Page) => {
    await page.locator('.dc-domains tbody tr').first().waitFor();
    await blocksAreHere(page);
  },
};
const IMAGES = {
  path: '/tool/siteImage',
  heading: { 'zh-CN': '网站镜像', 'en-US': 'Site image' },
  title: { 'zh-CN': '网站镜像', 'en-US': 'Site image' },
  ready: rowsAreHere,
};
const APPS = {
  path: '/tool/plugInManager',
  heading: { 'zh-CN': '应用管理', 'en-US': 'App management' },
  title: { 'zh-CN': '应用管理', 'en-US': 'App management' },
  ready: (page: Page) => page.locator('.ap-card').first().waitFor(),
};
const SCAN = {
  path: '/safe/searchAndKill',
  heading: { 'zh-CN': '木马查杀', 'en-US': 'Web-shell scan and removal' },
  title: { 'zh-CN': '木马查杀', 'en-US': 'Web-shell scan and removal' },
  ready: async (page: Page) => {
    await rowsAreHere(page);
    const detail = page.getByRole('button', { name: /a\.php 的详情|Details of .*a\.php/ }).first();
    if ((await detail.getAttribute('aria-expanded')) === 'false') await detail.click();
  },
};
const HOME_TITLE = { 'zh-CN': '首页', 'en-US': 'Home' };
const NOT_FOUND = { 'zh-CN': '页面不存在', 'en-US': 'Page not found' };

/** @param hostName of a host with CDN and without a remark: Home shows it as its heading */
export const viewsOf = (hostName: string): readonly View[] => {
  const home = { path: '/', heading: inBoth(hostName), title: HOME_TITLE, ready: blocksAreHere };
  return [
    { name: 'home', ...home },
    {
      name: 'hosts',
      ...home,
      layer: { opener: '.sh-host-button', layer: '#sd-host-panel', content: '[role=option]' },
    },
    {
      name: 'task-list',
      ...home,
      layer: { opener: '.sh-task-entry', layer: '#sd-task-panel', content: '.sh-task-row' },
    },
    { name: 'log', ...LOG },
    {
      name: 'log-entry',
      ...LOG,
      layer: { opener: '.sh-log-open', layer: '.ant-drawer-open [role=dialog]', content: 'h2, dt' },
    },
    {
      name: 'task-center',
      path: '/taskCenter',
      heading: { 'zh-CN': '任务中心', 'en-US': 'Task center' },
      title: { 'zh-CN': '任务中心', 'en-US': 'Task center' },
      ready: rowsAreHere,
    },
    {
      name: 'files',
      path: '/fileManage',
      heading: { 'zh-CN': '文件管理', 'en-US': 'File management' },
      title: { 'zh-CN': '文件管理', 'en-US': 'File management' },
      ready: filesAreHere,
    },
    { name: 'domains', ...DOMAINS },
    {
      name: 'domain',
      ...DOMAINS,
      layer: {
        opener: '.dm-name .sd-link-button',
        layer: '.ant-drawer-open [role=dialog]',
        content: 'h3',
      },
    },
    { name: 'cdn', ...CDN },
    {
      name: 'cdn-rule',
      ...CDN,
      layer: { opener: '.dc-rules-head button', layer: '.ant-modal', content: '.dm-form' },
    },
    {
      name: 'site-move',
      path: '/tool/siteMigrate',
      heading: { 'zh-CN': '网站搬家', 'en-US': 'Site move' },
      title: { 'zh-CN': '网站搬家', 'en-US': 'Site move' },
      ready: rowsAreHere,
    },
    { name: 'site-image', ...IMAGES },
    {
      name: 'site-image-file',
      ...IMAGES,
      layer: { opener: '.sd-page-actions button', layer: '.ant-modal', content: '.tl-dialog' },
    },
    { name: 'apps', ...APPS },
    {
      name: 'apps-install',
      ...APPS,
      layer: { opener: '.ap-card-acts button', layer: '.ant-modal', content: '.ap-checks li' },
    },
    { name: 'apps-installed', ...APPS, path: `${APPS.path}?tab=installed`, ready: rowsAreHere },
    { name: 'scan', ...SCAN },
    {
      name: 'scan-schedule',
      ...SCAN,
      layer: { opener: '.sd-page-actions button', layer: '.ant-modal', content: '.sf-form' },
    },
    { name: 'scan-quarantine', ...SCAN, path: `${SCAN.path}?tab=quarantined`, ready: rowsAreHere },
    { name: 'not-found', path: '/no/such/page', heading: NOT_FOUND, title: NOT_FOUND },
  ];
};

export async function openLayer(page: Page, { opener, layer, content }: Layer): Promise<void> {
  await page.locator(opener).first().click();
  await page.locator(`${layer} :is(${content})`).first().waitFor();
}

export async function closeLayer(page: Page, { layer }: Layer): Promise<void> {
  await page.keyboard.press('Escape');
  await page.locator(layer).waitFor({ state: 'hidden' });
}

/** How far a layer reaches beyond the window, px. A user can't scroll to content beyond the left edge. */
export async function overflowOf(page: Page, { layer }: Layer): Promise<number> {
  const box = await page.locator(layer).boundingBox();
  const width = page.viewportSize()?.width ?? 0;
  if (!box) throw new Error(`${layer} is not shown`);
  return Math.max(0, -box.x, box.x + box.width - width);
}
