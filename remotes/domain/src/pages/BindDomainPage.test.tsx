import '@testing-library/jest-dom';
import {
  CdnAllowances,
  CdnConfig,
  CdnDomain,
  HostInfo,
  listCertificates,
  listDomains,
  LOCALES,
  queryBindDomainStatus,
  queryIcpList,
  queryTaskList,
  readCdn,
  stopTask,
  switchCdn,
  type Domain,
} from '@sitedeck/contract';
import { pollTasksNow, setHost } from '@sitedeck/sdk';
import { withChannels } from '@sitedeck/ui/testing/message-channel';
import { renderRemote, startKernel } from '@sitedeck/ui/testing/render-remote';
import { whilePageRuns } from '@sitedeck/ui/testing/while-page-runs';
import { reply } from '@sitedeck/ui/testing/reply-server';
import { act, screen, waitFor, within } from '@testing-library/react';
import { App } from '../app';
import {
  ADDRESS,
  certificateOf,
  certificatesReply,
  dnsOf,
  domainOf,
  domainsReply,
  inDays,
  NO_CERTIFICATE,
  openDomainServer,
  requestTask,
  servedUntil,
  TEST_URL,
} from '../testing/domain-server';
import { button, choose, dialogTitled, menuEntry, questionOf, rowOf, userOf } from '../testing/page-acts';

let server: Awaited<ReturnType<typeof openDomainServer>>;

beforeAll(async () => {
  withChannels();
  server = await openDomainServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.reset();
  startKernel(server.origin, `${server.origin}/fs`);
});

const AT = '/domainCertCdn/bindDomain';
const ELSEWHERE = '198.51.100.7';

function open(domains: readonly Domain[], search = '') {
  server.give(domainsReply(domains));
  const { reported } = renderRemote(App, { at: `${AT}${search}` });
  return { user: userOf(), reported };
}

const failure = (message: string) => ({
  served: null,
  taskId: null,
  failure: { message, at: inDays(-1), nextAt: '2027-01-05T01:30:00.000Z' },
});

describe('the states of the page', () => {
  it('shows the test URL and a button to bind a domain while there is none', async () => {
    const { user } = open([]);
    expect(await screen.findByText(`还没有绑定域名。现在可以通过 ${TEST_URL} 访问网站`)).toBeVisible();
    expect(screen.queryByPlaceholderText('域名')).toBeNull();
    await user.click(await button('绑定域名'));
    expect(await dialogTitled('绑定域名')).toBeInTheDocument();
  });

  it('shows a loading state', async () => {
    let send: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (send = resolve));
    server.give(
      reply(listDomains, async () => {
        await held;
        return {
          ...{ domains: [domainOf('a.com')], addresses: [], testUrl: TEST_URL, hasIcp: false, version: 1 },
          tls: { port: 443, http2: true, versions: [] },
        };
      }),
    );
    const { container } = renderRemote(App, { at: AT });
    expect(container.querySelector('[aria-busy=true]')).toBeVisible();
    expect(screen.queryByText('绑定域名')).toBeNull();
    send();
    expect(await rowOf('a.com')).toBeVisible();
  });

  it('offers a retry when the domains could not be loaded', async () => {
    server.refuse(listDomains, { reason: 'failed', message: '服务暂时不可用', code: '500' });
    const { user } = open([domainOf('a.com')]);
    expect(await screen.findByText('服务暂时不可用')).toBeVisible();
    server.accept();
    await user.click(await button('重试'));
    expect(await rowOf('a.com')).toBeVisible();
  });

  it('reports missing access, without a retry', async () => {
    server.refuse(listDomains, { reason: 'role', message: '没有权限', code: '403' });
    open([]);
    expect(await screen.findByText('没有权限查看域名')).toBeVisible();
    expect(screen.queryByText('重试')).toBeNull();
  });

  it('keeps the list of domains when the certificates could not be loaded', async () => {
    server.refuse(listCertificates, { reason: 'failed', message: '证书服务不可用', code: '500' });
    open([domainOf('a.com')]);
    expect(await rowOf('a.com')).toBeVisible();
    expect(await screen.findByText('证书服务不可用')).toBeVisible();
  });
});

describe('the row of a domain', () => {
  const chain = () => [
    domainOf('www.a.com', { isPrimary: true, certificate: servedUntil(inDays(62)), forcesHttps: true }),
    domainOf('a.com', {
      redirectsTo: 'https://www.a.com/',
      certificate: servedUntil(inDays(6), false),
      remark: '官网',
    }),
    domainOf('b.xn--fiqs8s', {
      shown: 'b.中国',
      dns: dnsOf('b.xn--fiqs8s', ELSEWHERE),
      certificate: failure('指向别处'),
    }),
    domainOf('*.img.a.com', { dns: dnsOf('*.img.a.com') }),
    domainOf('caa.com', { dns: { ...dnsOf('caa.com', ADDRESS), caaForbids: true } }),
    domainOf('six.com', { dns: { ...dnsOf('six.com', ADDRESS), aaaaElsewhere: true } }),
  ];
  const filings = reply(queryIcpList, {
    domains: [
      { domain: 'www.a.com', number: '浙ICP备20260001号' },
      { domain: 'a.com', number: null },
    ],
  });
  const cellsOf = async (name: string) =>
    within(await rowOf(name))
      .getAllByRole('cell')
      .slice(1, -1)
      .map(({ textContent }) => textContent);

  it('shows DNS, filing, certificate and HTTPS of every domain', async () => {
    server.give(domainsReply(chain(), { hasIcp: true }), filings);
    renderRemote(App, { at: AT });
    await screen.findByText('浙ICP备20260001号');
    expect(await cellsOf('www.a.com')).toEqual([
      'www.a.com主域名',
      '指向本机',
      '浙ICP备20260001号',
      '剩 62 天自动',
      'HTTPS 开',
    ]);
    expect(await cellsOf('a.com')).toEqual([
      'a.com301 到主域名官网',
      '指向本机',
      '未备案',
      '剩 6 天上传续期',
      'HTTPS 关',
    ]);
    expect(await cellsOf('b.中国')).toEqual([
      'b.中国',
      `指向 ${ELSEWHERE}`,
      '暂时查不到',
      '申请失败查看原因',
      'HTTPS 关',
    ]);
    expect(await cellsOf('*.img.a.com')).toEqual([
      '*.img.a.com泛域名',
      '没有解析如何添加',
      '暂时查不到',
      '未申请',
      'HTTPS 关',
    ]);
    expect((await cellsOf('caa.com'))[1]).toBe('CAA 不允许签发证书');
    expect((await cellsOf('six.com'))[1]).toBe('IPv6 指向别处');
  });

  it('shows the same in English, without filings if the provider cannot look them up', async () => {
    server.give(domainsReply(chain()));
    renderRemote(App, { at: AT, locale: 'en-US' });
    expect(await cellsOf('www.a.com')).toEqual([
      'www.a.comPrimary',
      'Points here',
      '62 days leftAuto-renews',
      'HTTPS On',
    ]);
    expect(await cellsOf('b.中国')).toEqual([
      'b.中国',
      `Points to ${ELSEWHERE}`,
      'Request failedSee why',
      'HTTPS Off',
    ]);
    expect(server.requestsOf(queryIcpList)).toEqual([]);
  });

  it('offers no free certificate for a wildcard without DNS validation, and shows why', async () => {
    server.give(certificatesReply([], { ways: ['automatic', 'file'] }));
    const { user } = open([domainOf('*.a.com'), domainOf('a.com')]);
    expect(await screen.findByLabelText('为 a.com 申请证书')).toBeVisible();
    await waitFor(() => expect(screen.queryByLabelText('为 *.a.com 申请证书')).toBeNull());
    await user.click(await screen.findByText('*.a.com'));
    expect(await dialogTitled('*.a.com')).toHaveTextContent(
      '泛域名需要 DNS 验证，此服务器不支持，可以上传证书',
    );
  });

  it('counts what needs action, and filters by it', async () => {
    const { user } = open(chain());
    await user.click(await button('1 个失败'));
    await waitFor(() => expect(screen.queryByText('www.a.com')).toBeNull());
    expect(await rowOf('b.中国')).toBeVisible();
    await user.type(screen.getByPlaceholderText('域名'), 'nothing');
    await user.click(await button('清除筛选'));
    expect(await rowOf('www.a.com')).toBeVisible();
    expect(await button('4 个需要处理')).toBeVisible();
  });

  it('finds a domain by its remark and by its punycode', async () => {
    const { user } = open(chain());
    const field = await screen.findByPlaceholderText('域名');
    await user.type(field, '官网');
    await waitFor(() => expect(screen.queryByText('www.a.com')).toBeNull());
    await user.clear(field);
    await user.type(field, 'xn--fiqs8s');
    expect(await rowOf('b.中国')).toBeVisible();
  });
});

describe('checks of DNS', () => {
  const asked = () => server.requestsOf(queryBindDomainStatus).map(({ body }) => body['domains']);
  const old = { ...dnsOf('old.com', ADDRESS), checkedAt: new Date(Date.now() - 11 * 60_000).toISOString() };

  it('checks the DNS of domains without a recent check automatically, once', async () => {
    const fresh = domainOf('fresh.com');
    const checked = reply(queryBindDomainStatus, ({ body }) => ({
      domains: (body['domains'] as string[]).map((domain) => ({ domain, dns: dnsOf(domain, ELSEWHERE) })),
    }));
    server.onNext(
      queryBindDomainStatus,
      checked,
      domainsReply([
        fresh,
        domainOf('new.com', { dns: dnsOf('new.com', ELSEWHERE) }),
        domainOf('old.com', { dns: old }),
      ]),
    );
    open([fresh, domainOf('new.com', { dns: null }), domainOf('old.com', { dns: old })]);
    expect(await within(await rowOf('new.com')).findByText(`指向 ${ELSEWHERE}`)).toBeVisible();
    expect(server.requestsOf(listDomains).length).toBe(2);
    expect(asked()).toEqual([['new.com', 'old.com']]);
  });

  it('sends at most 50 names in a call, and stays silent when DNS does not respond', async () => {
    server.refuse(queryBindDomainStatus, { reason: 'domain-dns-unavailable', message: 'DNS 没有响应' });
    const many = Array.from({ length: 51 }, (_, n) => domainOf(`d${n}.com`, { dns: null }));
    open(many);
    await waitFor(() => expect(asked().map((names) => (names as string[]).length)).toEqual([50, 1]));
    expect(await within(await rowOf('d0.com')).findByText('未检查')).toBeVisible();
    expect(screen.queryByText('DNS 没有响应')).toBeNull();
  });

  it('checks again on request, one domain or all of them', async () => {
    const { user } = open([
      domainOf('a.com'),
      domainOf('b.com', { dns: { ...dnsOf('b.com'), state: 'unknown' } }),
    ]);
    await user.click(await screen.findByLabelText('检查 b.com 的解析'));
    expect(await screen.findByText('已检查 1 个域名的解析')).toBeVisible();
    await choose(user, await button('更多'), '检查全部解析');
    expect(await screen.findByText('已检查 2 个域名的解析')).toBeVisible();
    expect(asked()).toEqual([['b.com'], ['a.com', 'b.com']]);
  });
});

describe('the drawer of a domain', () => {
  it('shows the records to change, with a button to copy each value', async () => {
    const dns = dnsOf('www.a.com', ELSEWHERE);
    const { user } = open([
      domainOf('www.a.com', { dns: { ...dns, caaForbids: true, aaaaElsewhere: true } }),
    ]);
    await user.click(await screen.findByText('www.a.com'));
    const drawer = await dialogTitled('www.a.com');
    const [, record] = within(drawer).getAllByRole('row', { hidden: true });
    expect(record).toHaveTextContent(`Awww${ELSEWHERE}${ADDRESS}`);
    await user.click(within(drawer).getByLabelText(`复制 ${ADDRESS}`));
    expect(await whilePageRuns(() => navigator.clipboard.readText())).toBe(ADDRESS);
    expect(within(drawer).getByText(/CAA 记录不允许/)).toBeVisible();
    expect(within(drawer).getByText(/AAAA 记录指向别处/)).toBeVisible();
    await user.click(await button('重新检查', drawer));
    expect(await screen.findByText('已检查 1 个域名的解析')).toBeVisible();
  });

  it('shows the expected records of a domain that has not been checked', async () => {
    server.refuse(queryBindDomainStatus, { reason: 'domain-dns-unavailable' });
    const { user } = open([domainOf('b.xn--fiqs8s', { shown: 'b.中国', dns: null })]);
    await user.click(await screen.findByText('b.中国'));
    const drawer = await dialogTitled('b.中国');
    expect(within(drawer).getByLabelText(`复制 ${ADDRESS}`)).toBeVisible();
    expect(within(drawer).getByLabelText('复制 b.xn--fiqs8s')).toBeVisible();
    expect(within(drawer).getByText(/还没有检查/)).toBeVisible();
  });

  it('forces HTTPS, but not for a domain without a certificate, and shows why', async () => {
    const { user } = open([domainOf('a.com', { certificate: servedUntil(inDays(62)) }), domainOf('b.com')]);
    await user.click(await screen.findByText('a.com'));
    const drawer = await dialogTitled('a.com');
    await user.click(within(drawer).getByLabelText('强制 HTTPS'));
    await waitFor(() =>
      expect(server.sent()).toEqual([['domain/https', { domains: ['a.com'], forcesHttps: true }]]),
    );
    await user.click(within(drawer).getByLabelText('关闭'));
    await user.click(await screen.findByText('b.com'));
    const other = within(await dialogTitled('b.com')).getByLabelText('强制 HTTPS');
    expect(other).toHaveAttribute('aria-disabled', 'true');
    expect(other).toHaveAccessibleDescription('有可用证书后可开启');
    await user.click(other);
    expect(server.sent()).toHaveLength(1);
  });

  it('turns on HSTS only after its warning, and shows HTTP/2 and TLS as read-only', async () => {
    const { user } = open([domainOf('a.com', { certificate: servedUntil(inDays(62)) })]);
    await user.click(await screen.findByText('a.com'));
    const drawer = await dialogTitled('a.com');
    await user.click(within(drawer).getByLabelText('HSTS'));
    const question = (await button('开启 HSTS')).closest<HTMLElement>('[role=dialog]');
    expect(question).toHaveTextContent('开启后浏览器会记住 180 天，期间不能退回 HTTP');
    expect(server.sent()).toEqual([]);
    await user.click(await button('开启 HSTS'));
    await waitFor(() =>
      expect(server.sent()).toEqual([['domain/https', { domains: ['a.com'], hstsDays: 180 }]]),
    );
    expect(drawer).toHaveTextContent('HTTP/2已启用TLSTLS 1.2 · TLS 1.3');
  });

  const WORDS = {
    'zh-CN': {
      failed: '证书申请失败',
      retry: '重新检查并申请',
      prove: '验证域名归属',
      how: '如何修改',
      title: '申请免费证书',
    },
    'en-US': {
      failed: 'Certificate request failed',
      retry: 'Check again and request',
      prove: 'Prove domain ownership',
      how: 'How to fix',
      title: 'Get free certificate',
    },
  } as const;

  it.each(LOCALES)('explains a failed request with cause, fix and steps: %s', async (locale) => {
    const { failed, retry, prove, how, title } = WORDS[locale];
    const message = `a.com → ${ELSEWHERE}`;
    server.give(
      domainsReply([domainOf('a.com', { dns: dnsOf('a.com', ELSEWHERE), certificate: failure(message) })]),
      reply(queryTaskList, [
        requestTask(7, {
          taskStatus: 'RUNNING_FAIL',
          endTime: '2026-01-02T01:00:09.000Z',
          taskParam: '{"names":["a.com"]}',
          taskInfo: '{"reason":"certificate-dns-elsewhere","message":"-","id":"7F3A2C"}',
          steps: [
            { name: 'check', status: 'done' },
            { name: 'prove', status: 'failed' },
          ],
        }),
      ]),
    );
    pollTasksNow();
    renderRemote(App, { at: AT, locale });
    const user = userOf();
    await user.click(await screen.findByText('a.com'));
    const drawer = await dialogTitled('a.com');
    const banner = within(drawer).getByRole('alert');
    expect(banner).toHaveTextContent(failed);
    expect(banner).toHaveTextContent(message);
    await waitFor(() => expect(banner).toHaveTextContent('7F3A2C'));
    expect(within(drawer).getByText(prove)).toBeVisible();
    await user.click(await button(how, drawer));
    expect(document.activeElement?.tagName).toBe('H3');
    await user.click(await button(retry, drawer));
    expect(await dialogTitled(title)).toBeInTheDocument();
  });

  it('shows the steps of a request, and cancels it', async () => {
    const steps = [
      { name: 'check', status: 'done' as const },
      { name: 'order', status: 'running' as const },
      { name: 'install', status: 'wait' as const },
    ];
    const running = domainOf('a.com', { certificate: { ...NO_CERTIFICATE, taskId: 7 } });
    server.give(
      reply(queryTaskList, [requestTask(7, { steps })]),
      reply(stopTask, requestTask(7, { taskStatus: 'STOP' })),
    );
    pollTasksNow();
    const { user } = open([running]);
    await user.click(await screen.findByLabelText('查看 a.com 的申请进度'));
    const drawer = await dialogTitled('a.com');
    const list = await within(drawer).findByLabelText('申请步骤');
    expect(list).toHaveTextContent('检查解析和验证路径已完成提交申请进行中启用证书未执行');
    server.onNext(
      stopTask,
      domainsReply([domainOf('a.com')]),
      reply(queryTaskList, [requestTask(7, { taskStatus: 'STOP', steps })]),
    );
    await user.click(await button('取消申请', drawer));
    await waitFor(() => expect(within(drawer).queryByLabelText('申请步骤')).toBeNull());
    expect(server.requestsOf(stopTask)).toHaveLength(1);
    expect(await button('申请免费证书', drawer)).toBeVisible();
  });

  it('fetches the domains again once a request has ended', async () => {
    server.give(reply(queryTaskList, [requestTask(7)]));
    open([domainOf('a.com', { certificate: { ...NO_CERTIFICATE, taskId: 7 } })]);
    await screen.findByText('正在申请');
    server.give(
      domainsReply([domainOf('a.com', { certificate: servedUntil(inDays(89)) })]),
      reply(queryTaskList, [requestTask(7, { taskStatus: 'RUNNING_SUCCESS' })]),
    );
    act(pollTasksNow);
    expect(await screen.findByText('剩 89 天')).toBeVisible();
  });
});

describe('actions on domains', () => {
  const menuOf = async (name: string) =>
    within(await rowOf(name)).getByLabelText(new RegExp(`${name}.*操作|操作.*${name}`));

  it('unbinds after a warning that names the domain', async () => {
    const { user } = open([domainOf('b.com')]);
    await choose(user, await menuOf('b.com'), '解绑');
    const question = await questionOf(/解绑后访客将无法通过 b.com 访问网站/);
    expect(server.sent()).toEqual([]);
    server.onNext(listDomains, domainsReply([]));
    await user.click(await button('解绑域名', question));
    expect(await screen.findByText('已解绑 1 个域名')).toBeVisible();
    expect(server.sent()).toEqual([['domain/unbind', { domains: ['b.com'] }]]);
    expect(await screen.findByText(/还没有绑定域名/)).toBeVisible();
  });

  it('makes a domain primary, but not a wildcard', async () => {
    const { user } = open([domainOf('a.com', { isPrimary: true }), domainOf('b.com'), domainOf('*.c.com')]);
    await choose(user, await menuOf('b.com'), '设为主域名');
    expect(await screen.findByText('b.com 已设为主域名')).toBeVisible();
    expect(server.sent()).toEqual([['domain/primary', { domain: 'b.com' }]]);
    await user.click(within(await rowOf('*.c.com')).getByLabelText(/\*\.c\.com.*操作|操作.*\*\.c\.com/));
    const entry = await menuEntry('设为主域名 · 泛域名不能设为主域名');
    expect(entry.closest('[role=menuitem]')).toHaveAttribute('aria-disabled', 'true');
  });

  it('changes a remark', async () => {
    const { user } = open([domainOf('b.com')]);
    await choose(user, await menuOf('b.com'), '修改备注');
    const dialog = await dialogTitled('b.com 的备注');
    await user.type(within(dialog).getByRole('textbox'), '活动页{Enter}');
    await waitFor(() =>
      expect(server.sent()).toEqual([['domain/remark', { domain: 'b.com', remark: '活动页' }]]),
    );
  });

  it('forces HTTPS for the selected domains that have a certificate', async () => {
    const { user } = open([domainOf('a.com', { certificate: servedUntil(inDays(62)) }), domainOf('b.com')]);
    for (const name of ['a.com', 'b.com'])
      await user.click(within(await rowOf(name)).getByRole('checkbox', { hidden: true }));
    await user.click(await button('强制 HTTPS'));
    expect(await screen.findByText('已为 1 个域名开启强制 HTTPS，1 个还没有证书')).toBeVisible();
    expect(server.sent()).toEqual([['domain/https', { domains: ['a.com'], forcesHttps: true }]]);
  });
});

const hostOf = (productType: string, serviceStatus = 'NORMAL'): HostInfo =>
  HostInfo.parse({
    hostService: { hostName: 'demo', hostCode: 'vh99', serviceStatus: { value: serviceStatus } },
    specInfo: { language: 'PHP', productType, plugin: 0, osType: 'Linux' },
    ...{ instanceType: '', operatorType: 'USER', remark: '', domains: [], operator: 'demo' },
    testUrl: TEST_URL,
    caged: true,
  });

describe('a host with CDN', () => {
  const isOnFor = (...on: readonly string[]) =>
    reply(readCdn, {
      ...CdnConfig.parse({ rules: [] }),
      domains: ['a.com', 'b.com'].map((name) =>
        CdnDomain.parse({ name, shown: name, isOn: on.includes(name), dns: 'here' }),
      ),
      cache: { used: 0, limit: 1 },
      allowances: CdnAllowances.parse(
        Object.fromEntries(['url', 'prefix', 'all', 'prefetch'].map((one) => [one, { used: 0, limit: 1 }])),
      ),
      version: 3,
    });

  it('shows which domains have CDN on, and switches it in their details', async () => {
    setHost(hostOf('foreignTrade'), 'FTP');
    server.give(isOnFor('a.com'), reply(switchCdn, { version: 4 }));
    const { user } = open([domainOf('a.com'), domainOf('b.com', { dns: dnsOf('b.com', ELSEWHERE) })]);
    await waitFor(async () => expect(await rowOf('a.com')).toHaveTextContent('CDN 开'));
    expect(await rowOf('b.com')).toHaveTextContent('CDN 关');
    await user.click(await button('a.com'));
    const drawer = await dialogTitled('a.com');
    const control = within(drawer).getByLabelText('网站加速 CDN');
    expect(control).toBeChecked();
    server.give(isOnFor());
    await user.click(control);
    expect(await screen.findByText('已为 a.com 关闭 CDN')).toBeInTheDocument();
    expect(server.sent()).toEqual([['cdn/switch', { domains: ['a.com'], isOn: false }]]);
    await waitFor(async () => expect(await rowOf('a.com')).toHaveTextContent('CDN 关'));
  });

  it.each([
    ['of another product', hostOf('')],
    ['that is suspended', hostOf('foreignTrade', 'BLOCKING')],
  ])('has neither column nor switch on a host %s', async (_which, host) => {
    setHost(host, 'FTP');
    const { user } = open([domainOf('a.com')]);
    expect(await rowOf('a.com')).not.toHaveTextContent('CDN');
    await user.click(await button('a.com'));
    expect(await dialogTitled('a.com')).not.toHaveTextContent('CDN');
    expect(server.requestsOf(readCdn)).toEqual([]);
  });
});

describe('a locked or suspended host', () => {
  it('blocks changes of domains while a task locks the workspace, but not those of certificates', async () => {
    server.give(reply(queryTaskList, [requestTask(3, { taskType: 'WEB_BACKUP_RESTORE' })]));
    pollTasksNow();
    const { user } = open([domainOf('a.com')]);
    await waitFor(async () => expect(await button('绑定域名')).toHaveAttribute('aria-disabled', 'true'));
    await user.click(await button('绑定域名'));
    expect(screen.queryByText('同时绑定 www')).toBeNull();
    await user.click(await button('a.com'));
    expect(await screen.findByText('网站恢复完成后可修改 HSTS')).toBeInTheDocument();
    await user.click(await button('上传证书'));
    expect(await dialogTitled('上传证书')).toBeInTheDocument();
  });

  it('allows all actions on a suspended host', async () => {
    setHost(hostOf('', 'BLOCKING'), 'FTP');
    const { user } = open([domainOf('a.com', { certificate: servedUntil(inDays(62)) })]);
    await user.click(await button('绑定域名'));
    expect(await dialogTitled('绑定域名')).toBeInTheDocument();
  });
});

describe('URLs that open a dialog', () => {
  it.each([
    ['?act=bind', '绑定域名'],
    ['?act=apply', '申请免费证书'],
    ['?act=upload', '上传证书'],
    ['?domain=a.com', 'a.com'],
  ])('opens it from %s, and removes the parameter', async (search, title) => {
    const { reported } = open([domainOf('a.com')], search);
    expect(await dialogTitled(title)).toBeInTheDocument();
    expect(reported.to).toBe(AT);
  });

  it('opens the bind dialog if a certificate is requested without any bound domain', async () => {
    open([], '?act=apply');
    expect(await dialogTitled('绑定域名')).toBeInTheDocument();
  });
});

it('works with the keyboard alone: binding, a domain and its actions', async () => {
  server.give(certificatesReply([certificateOf(1)]));
  const { user } = open([domainOf('a.com')]);
  await rowOf('a.com');
  const reached = new Set<string>();
  for (let step = 0; step < 60; step += 1) {
    await user.tab();
    const focus = document.activeElement;
    reached.add(focus?.getAttribute('aria-label') ?? focus?.textContent ?? '');
  }
  expect([...reached]).toEqual(
    expect.arrayContaining([
      '上传证书',
      '更多',
      '绑定域名',
      '域名',
      'a.com',
      '为 a.com 申请证书',
      '管理 a.com',
    ]),
  );
});
