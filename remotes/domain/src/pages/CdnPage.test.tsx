import '@testing-library/jest-dom';
import {
  LOCALES,
  queryCdnStats,
  queryTaskList,
  readCdn,
  switchCdn,
  type CdnDomain,
} from '@sitedeck/contract';
import { pollTasksNow } from '@sitedeck/sdk';
import { withChannels } from '@sitedeck/ui/testing/message-channel';
import { renderRemote, startKernel } from '@sitedeck/ui/testing/render-remote';
import { reply } from '@sitedeck/ui/testing/reply-server';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { App } from '../app';
import { cdnDomain, openCdnServer, statsOf, VISITS } from '../testing/cdn-server';
import { requestTask } from '../testing/domain-server';
import { button, menuEntry, rowOf, userOf } from '../testing/page-acts';

let server: Awaited<ReturnType<typeof openCdnServer>>;

beforeAll(async () => {
  withChannels();
  server = await openCdnServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.reset();
  startKernel(server.origin, `${server.origin}/fs`);
});

const AT = '/domainCertCdn/cdn';

function open(...domains: readonly CdnDomain[]) {
  if (domains.length > 0) server.bind(...domains);
  const { reported, container } = renderRemote(App, { at: AT });
  return { user: userOf(), reported, container };
}

const cellsOf = async (name: string) =>
  within(await rowOf(name))
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);
const rangesAsked = () => server.requestsOf(queryCdnStats).map(({ body }) => body['range']);
const plot = () => screen.findByRole('slider');

const WORDS = {
  'zh-CN': {
    results: '缓存效果',
    figures: [
      '命中率90 %比前 30 天高 10 个百分点',
      '节省流量5.00 GB源站仅传输 1.00 GB比前 30 天多 25%',
      '请求1,000 次比前 30 天多 25%',
      '源站 5xx40 %比前 30 天高 40 个百分点10-29 有 40 次查看日志',
    ],
    codes: '2xx 成功 860 86% · 3xx 重定向 60 6% · 4xx 请求错误 40 4% · 5xx 网站错误 40 4%',
    domains: ['www.a.com', '命中率 93.8%', '节省 8.00 GB', ''],
    away: '解析指向本机后可开启如何修改',
    order: '缓存规则的顺序',
    rules: [
      '路径 /wp-admin/*缓存时间 不缓存命中 —',
      '后缀 css、js浏览器 1 小时缓存时间 30 天命中 98%',
      '状态码 404含私有内容缓存时间 1 分钟命中 —',
    ],
    others: '其他缓存时间 跟随源站命中 41%',
  },
  'en-US': {
    results: 'Cache results',
    figures: [
      'Hit ratio90 %10 points above the previous 30 days',
      'Saved traffic5.00 GBThe origin sent only 1.00 GB25% more than the previous 30 days',
      'Requests1,000 total25% more than the previous 30 days',
      'Origin 5xx40 %40 points above the previous 30 days40 errors (10-29)View log',
    ],
    codes: '2xx success 860 86% · 3xx redirected 60 6% · 4xx client error 40 4% · 5xx server error 40 4%',
    domains: ['www.a.com', 'Hit ratio 93.8%', 'Saved 8.00 GB', ''],
    away: 'Point its DNS to this server to turn on CDNHow to fix',
    order: 'Order of the cache rules',
    rules: [
      'Path /wp-admin/*Cache time Not cachedHits —',
      'Suffix css, jsBrowser 1 hourCache time 30 daysHits 98%',
      'Status 404Includes private contentCache time 1 minuteHits —',
    ],
    others: 'Everything elseCache time Follow originHits 41%',
  },
} as const;

it.each(LOCALES)('shows figures, domains and rules: %s', async (locale) => {
  const words = WORDS[locale];
  renderRemote(App, { at: AT, locale });
  const results = await screen.findByLabelText(words.results);
  expect([...results.children].map(({ textContent }) => textContent)).toEqual(words.figures);
  const codes = screen.getByText(words.codes.split(' ')[0] ?? '').closest('ul');
  const parts = [...(codes?.children ?? [])].map(({ textContent }) => textContent?.trim());
  expect(parts.join(' · ')).toBe(words.codes);
  expect(await cellsOf('www.a.com')).toEqual(words.domains);
  expect((await cellsOf('b.中国'))[1]).toBe(words.away);
  const rules = [...screen.getByLabelText(words.order).children];
  expect(rules.map(({ textContent }) => textContent)).toEqual(words.rules);
  expect(document.querySelector('.dc-rule-last')?.textContent).toBe(words.others);
  expect(await screen.findByText('https://www.a.com/logo.png')).toBeVisible();
});

describe('the states of the page', () => {
  it('shows a loading state', async () => {
    let send: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (send = resolve));
    const { bind, state } = server;
    server.give(
      reply(readCdn, async () => {
        await held;
        const { config, domains, version, allowances } = state();
        return { ...config, domains: [...domains], cache: { used: 0, limit: 1 }, allowances, version };
      }),
    );
    bind(cdnDomain('a.com', { isOn: false }));
    const { container } = open();
    expect(await screen.findByText('网站加速 CDN')).toBeVisible();
    expect(container.querySelector('[aria-busy=true]')).toBeVisible();
    expect(screen.queryByText('刷新缓存')).toBeNull();
    send();
    expect(await rowOf('a.com')).toBeVisible();
    expect(await button('刷新缓存')).toBeVisible();
  });

  it('offers a retry when the settings could not be loaded', async () => {
    server.refuse(readCdn, { reason: 'cdn-missing', message: '服务器未安装 nginx，CDN 不可用' });
    const { user } = open();
    expect(await screen.findByText('服务器未安装 nginx，CDN 不可用')).toBeVisible();
    server.accept();
    await user.click(await button('重试'));
    expect(await rowOf('www.a.com')).toBeVisible();
  });

  it('reports missing access, without a retry', async () => {
    server.refuse(readCdn, { reason: 'role', message: '没有权限', code: '403' });
    open();
    expect(await screen.findByText('没有权限查看 CDN')).toBeVisible();
    expect(screen.queryByText('重试')).toBeNull();
  });

  it('keeps domains and rules when the statistics could not be loaded', async () => {
    server.refuse(queryCdnStats, { reason: 'failed', message: '统计暂时不可用', code: '500' });
    const { user } = open();
    expect(await screen.findByText('统计暂时不可用')).toBeVisible();
    expect((await cellsOf('www.a.com')).slice(1, 3)).toEqual(['命中率 暂无访问', '节省 —']);
    server.accept();
    await user.click(await button('重试'));
    expect(await screen.findByText('缓存命中', { exact: false })).toBeVisible();
  });
});

describe('a host with CDN off', () => {
  const off = (name: string, dns: CdnDomain['dns'] = 'here') => cdnDomain(name, { isOn: false, dns });

  it('offers to turn it on for all domains that point here, and fetches no statistics before', async () => {
    const { user } = open(off('a.com'), off('*.a.com', null), off('b.com', 'nowhere'));
    expect(await screen.findByText('开启域名的 CDN 后，这里显示命中率和节省的流量')).toBeVisible();
    expect(rangesAsked()).toEqual([]);
    await user.click(await button('为 2 个域名开启 CDN'));
    expect(await screen.findByText('已为 2 个域名开启 CDN')).toBeVisible();
    expect(server.sent()).toEqual([['switch', { domains: ['a.com', '*.a.com'], isOn: true }]]);
    expect(await screen.findByLabelText('缓存效果')).toHaveTextContent('命中率');
  });

  it('links to the DNS of domains that point elsewhere', async () => {
    const { user, reported } = open(off('a.com', 'elsewhere'));
    await user.click(await button('查看域名解析'));
    expect(reported.to).toBe('/domainCertCdn/bindDomain');
  });

  it('links to the bind dialog if no domain is bound', async () => {
    server.give(
      reply(readCdn, {
        ...{ domains: [], cache: { used: 0, limit: 1 }, version: 3 },
        allowances: server.state().allowances,
      }),
    );
    const { user, reported } = open();
    expect(await screen.findByText('还没有绑定域名')).toBeVisible();
    await user.click(await button('绑定域名'));
    expect(reported.to).toBe('/domainCertCdn/bindDomain?act=bind');
  });

  it('blocks purge and prefetch, and shows why', async () => {
    const { user } = open(off('a.com'));
    for (const name of ['刷新缓存', '预热'])
      expect(await button(name)).toHaveAttribute('aria-disabled', 'true');
    await user.click(await button('更多'));
    const entry = await menuEntry('刷新全部缓存 · 请先为域名开启 CDN');
    expect(entry.closest('[role=menuitem]')).toHaveAttribute('aria-disabled', 'true');
  });
});

describe('the traffic', () => {
  it('loads another period, without showing figures of the previous one meanwhile', async () => {
    const { user } = open();
    await plot();
    let send: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (send = resolve));
    server.give(
      reply(queryCdnStats, async () => {
        await held;
        return statsOf('24h', (index) => (index === 3 ? VISITS(5) : {}));
      }),
    );
    await user.click(screen.getByText('24 小时'));
    await waitFor(() => expect(rangesAsked()).toEqual(['30d', '24h']));
    expect(screen.queryByLabelText('缓存效果')).toBeNull();
    send();
    expect(await screen.findByText('比前 24 小时高 20 个百分点')).toBeVisible();
    expect(await plot()).toHaveAttribute('aria-valuemax', '24');
  });

  it('moves from day to day by arrow keys and announces each in words', async () => {
    const { user } = open();
    const slider = await plot();
    act(() => slider.focus());
    await user.keyboard('{Home}{ArrowRight>6/}');
    expect(slider).toHaveAttribute('aria-valuetext', '2026-10-29：缓存命中 2.00 GB，回源 1.00 GB');
    expect(slider).toHaveTextContent('2.00 GB');
    await user.keyboard('{Escape}');
    expect(document.querySelector('.sd-chart-tip')).toBeNull();
  });

  it('shows the figures of the day under the pointer', async () => {
    open();
    const slider = await plot();
    slider.getBoundingClientRect = () => ({ left: 100, width: 600 }) as DOMRect;
    // jsdom's own pointer events have no coordinates.
    fireEvent(slider, new MouseEvent('pointermove', { bubbles: true, clientX: 100 + 20 * 5 + 7 }));
    expect(slider).toHaveTextContent('2026-10-28');
    expect(slider).toHaveTextContent('3.00 GB');
  });

  it('stacks traffic from the cache above traffic from the origin, with grid lines at round values', async () => {
    open();
    await plot();
    const pointsOf = (name: string) =>
      document.querySelector(`polygon.${name}`)?.getAttribute('points')?.split(' ') ?? [];
    // The axis runs downwards: three of three GB are at the top.
    expect(pointsOf('dc-area-hit')[7]).toBe('21.67,0.00');
    expect(pointsOf('dc-area-origin')[7]).toBe('21.67,66.67');
    const ticks = [...document.querySelectorAll('.sd-chart-scale span')].map(
      ({ textContent }) => textContent,
    );
    expect(ticks).toEqual(['0 GB', '1 GB', '2 GB', '3 GB']);
  });

  it('offers a table, the newest day first', async () => {
    const { user } = open();
    await plot();
    await user.click(screen.getByLabelText('切换为表格'));
    const table = screen.getByRole('table', { name: '最近 30 天的流量' });
    const rows = within(table).getAllByRole('row');
    const cells = (row: HTMLElement | undefined) =>
      [...(row?.children ?? [])].map(({ textContent }) => textContent);
    expect(rows).toHaveLength(31);
    expect(cells(rows[0])).toEqual(['时间', '缓存命中', '回源', '请求', '命中率']);
    expect(cells(rows[1])[0]).toBe('2026-11-21');
    expect(cells(rows[24])).toEqual(['2026-10-29', '2.00 GB', '1.00 GB', '400', '75%']);
    await user.click(screen.getByLabelText('切换为图表'));
    expect(await plot()).toBeVisible();
  });

  it.each([
    ['此时段没有访问', '2026-11-21T08:00:00.000Z'],
    ['还没有统计，开启 CDN 几分钟后显示', null],
  ])('shows a notice instead of a chart: %s', async (words, countedTo) => {
    server.give(reply(queryCdnStats, statsOf('30d', undefined, { countedTo, topUrls: [] })));
    open();
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.getByLabelText('缓存效果')).toHaveTextContent(/命中率— (?!%)/);
    expect(screen.queryByText('热门网址')).toBeNull();
  });

  it('links from errors of the origin to the error log', async () => {
    const { user, reported } = open();
    await user.click(await button('查看日志'));
    expect(reported.to).toBe('/hostEnvSet/errorInfo');
  });
});

describe('the switch of a domain', () => {
  it('takes effect at once', async () => {
    const { user } = open();
    await user.click(await screen.findByLabelText('*.img.a.com 的 CDN'));
    expect(await screen.findByText('已为 *.img.a.com 开启 CDN')).toBeVisible();
    await user.click(screen.getByLabelText('www.a.com 的 CDN'));
    expect(await screen.findByText('已为 www.a.com 关闭 CDN')).toBeVisible();
    expect(server.sent()).toEqual([
      ['switch', { domains: ['*.img.a.com'], isOn: true }],
      ['switch', { domains: ['www.a.com'], isOn: false }],
    ]);
    await waitFor(() => expect(screen.getByLabelText('www.a.com 的 CDN')).not.toBeChecked());
  });

  it('sends two changes in quick succession one after the other', async () => {
    const { user } = open(cdnDomain('a.com'), cdnDomain('b.com'));
    await user.click(await screen.findByLabelText('a.com 的 CDN'));
    await user.click(screen.getByLabelText('b.com 的 CDN'));
    await waitFor(() => expect(server.state().domains.some(({ isOn }) => isOn)).toBe(false));
    expect(server.requestsOf(switchCdn)).toHaveLength(2);
  });

  it('stays off for a domain that points elsewhere, with the reason and a link to its DNS', async () => {
    const { user, reported } = open();
    const control = await screen.findByLabelText('b.中国 的 CDN');
    expect(control).toHaveAccessibleDescription('解析指向本机后可开启');
    expect(control).toHaveAttribute('aria-disabled', 'true');
    await user.click(control);
    await user.click(screen.getByLabelText('如何修改 b.中国 的解析'));
    expect(server.sent()).toEqual([]);
    expect(reported.to).toBe('/domainCertCdn/bindDomain?domain=b.xn--fiqs8s');
  });

  it('warns about a domain that no longer points here, and lets it be turned off', async () => {
    const { user } = open(cdnDomain('a.com', { dns: 'elsewhere' }));
    expect(await screen.findByText('解析未指向本机，CDN 不起作用')).toBeVisible();
    await user.click(screen.getByLabelText('a.com 的 CDN'));
    await waitFor(() => expect(server.sent()).toEqual([['switch', { domains: ['a.com'], isOn: false }]]));
  });

  it('shows ten domains at a time', async () => {
    const { user } = open(...Array.from({ length: 12 }, (_, n) => cdnDomain(`d${n + 1}.com`)));
    await rowOf('d10.com');
    expect(screen.queryByText('d11.com')).toBeNull();
    await user.click(screen.getByTitle('2'));
    expect(await rowOf('d12.com')).toBeVisible();
    expect(screen.queryByText('d1.com')).toBeNull();
  });
});

it('blocks every change while a task locks the workspace, and shows why', async () => {
  server.give(reply(queryTaskList, [requestTask(3, { taskType: 'WEB_BACKUP_RESTORE' })]));
  pollTasksNow();
  const { user } = open();
  await waitFor(async () => expect(await button('刷新缓存')).toHaveAttribute('aria-disabled', 'true'));
  for (const name of ['预热', '添加规则'])
    expect(await button(name)).toHaveAttribute('aria-disabled', 'true');
  const control = screen.getByLabelText('www.a.com 的 CDN');
  expect(control).toHaveAccessibleDescription('网站恢复完成后可开关 CDN');
  await user.click(control);
  const handle = screen.getByLabelText(/^移动 后缀/);
  expect(handle).toHaveAttribute('aria-disabled', 'true');
  act(() => handle.focus());
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
  await user.click(screen.getByLabelText('后缀 css、js 的更多操作'));
  const entry = await menuEntry('删除 · 网站恢复完成后可修改规则');
  expect(entry.closest('[role=menuitem]')).toHaveAttribute('aria-disabled', 'true');
  expect(server.sent()).toEqual([]);
});

it('works with the keyboard alone', async () => {
  const { user } = open();
  await plot();
  const reached = new Set<string>();
  for (let step = 0; step < 40; step += 1) {
    await user.tab();
    const focus = document.activeElement;
    reached.add(focus?.getAttribute('aria-label') ?? focus?.textContent ?? '');
  }
  expect([...reached]).toEqual(
    expect.arrayContaining([
      '预热',
      '更多',
      '刷新缓存',
      '查看日志',
      '切换为表格',
      '最近 30 天的流量，用左右方向键逐日查看',
      'www.a.com 的 CDN',
      '如何修改 b.中国 的解析',
      '添加规则',
      '移动 后缀 css、js，第 2 条，共 3 条。按 Alt+↑、Alt+↓ 调整',
      '后缀 css、js 的更多操作',
    ]),
  );
});
