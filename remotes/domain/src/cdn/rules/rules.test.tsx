import '@testing-library/jest-dom';
import { CDN_RULES_MAX, CDN_STATUSES, readCdn, saveCdnRules } from '@sitedeck/contract';
import { withChannels } from '@sitedeck/ui/testing/message-channel';
import { renderRemote, startKernel } from '@sitedeck/ui/testing/render-remote';
import { act, screen, waitFor, within } from '@testing-library/react';
import { App } from '../../app';
import { openCdnServer, RULES, ruleOf } from '../../testing/cdn-server';
import { button, choose, dialogTitled, enter, userOf } from '../../testing/page-acts';

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

async function open(locale: 'zh-CN' | 'en-US' = 'zh-CN') {
  renderRemote(App, { at: '/domainCertCdn/cdn', locale });
  const list = await screen.findByLabelText(
    locale === 'zh-CN' ? '缓存规则的顺序' : 'Order of the cache rules',
  );
  return { user: userOf(), list };
}

const shownOrder = () =>
  [...screen.getByLabelText('缓存规则的顺序').querySelectorAll('.dc-rule-match')].map(
    ({ firstChild }) => firstChild?.textContent,
  );
const savedIds = () => server.state().config.rules.map(({ id }) => id);
const ORDER = ['路径 /wp-admin/*', '后缀 css、js', '状态码 404'];
const menuOf = (name: string) => screen.getByLabelText(`${name} 的更多操作`);

describe('the order of the rules', () => {
  it('changes at once by Alt and an arrow key, keeps the other settings, and can be undone', async () => {
    const { user } = await open();
    const { query, cookies } = server.state().config;
    act(() => screen.getByLabelText(/^移动 状态码 404/).focus());
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
    expect(shownOrder()).toEqual(['路径 /wp-admin/*', '状态码 404', '后缀 css、js']);
    expect(await screen.findByText('规则顺序已调整')).toBeVisible();
    expect(screen.getByText('状态码 404 已移到第 2 条，共 3 条')).toBeInTheDocument();
    expect(server.state().config).toMatchObject({ query, cookies });
    expect(savedIds()).toEqual([4, 7, 2]);
    await user.click(await button('撤销'));
    expect(await screen.findByText('已撤销')).toBeVisible();
    expect(server.state().config.rules).toEqual(RULES);
    await waitFor(() => expect(shownOrder()).toEqual(ORDER));
  });

  it('saves two moves in sequence, the second based on the first', async () => {
    const { user } = await open();
    act(() => screen.getByLabelText(/^移动 状态码 404/).focus());
    await user.keyboard('{Alt>}{ArrowUp}{ArrowUp}{/Alt}');
    await waitFor(() => expect(savedIds()).toEqual([7, 4, 2]));
    await waitFor(() => expect(shownOrder()).toEqual(['状态码 404', '路径 /wp-admin/*', '后缀 css、js']));
    expect(server.requestsOf(saveCdnRules).map(({ body }) => body['version'])).toEqual([3, 4]);
  });

  it('changes by the menu of a rule, which cannot move the first rule up', async () => {
    const { user } = await open();
    await choose(user, menuOf('路径 /wp-admin/*'), '下移');
    await waitFor(() => expect(savedIds()).toEqual([2, 4, 7]));
    await user.click(menuOf('后缀 css、js'));
    const up = await screen.findAllByRole('menuitem', { name: '上移', hidden: true });
    expect(up.at(-1)).toHaveAttribute('aria-disabled', 'true');
  });

  it('is kept when CDN is switched for a domain meanwhile', async () => {
    const { user } = await open();
    await user.click(screen.getByLabelText('www.a.com 的 CDN'));
    await choose(user, menuOf('路径 /wp-admin/*'), '下移');
    await waitFor(() => expect(savedIds()).toEqual([2, 4, 7]));
    expect(server.state().domains[0]?.isOn).toBe(false);
  });

  it('fetches the rules again, with a message, when they were changed elsewhere', async () => {
    const { user } = await open();
    server.changeElsewhere([ruleOf(9, {}), ...RULES.slice(1)]);
    await choose(user, menuOf('状态码 404'), '上移');
    expect(await screen.findByText('设置已在别处修改，已重新读取，请再试一次')).toBeVisible();
    await waitFor(() => expect(shownOrder()).toEqual(ORDER));
    expect(savedIds()).toEqual([9, 2, 7]);
    await choose(user, menuOf('状态码 404'), '上移');
    await waitFor(() => expect(savedIds()).toEqual([9, 7, 2]));
  });

  it('is restored when the server refuses the change', async () => {
    const { user } = await open();
    server.refuse(saveCdnRules, { reason: 'failed', message: '配置没有生效', code: '500' });
    await choose(user, menuOf('状态码 404'), '上移');
    expect(await screen.findByText('配置没有生效')).toBeVisible();
    await waitFor(() => expect(shownOrder()).toEqual(ORDER));
  });
});

it('deletes a rule at once, and restores it on undo', async () => {
  const { user } = await open();
  await choose(user, menuOf('后缀 css、js'), '删除');
  expect(await screen.findByText('已删除规则：后缀 css、js')).toBeVisible();
  expect(savedIds()).toEqual([4, 7]);
  expect(shownOrder()).toEqual(['路径 /wp-admin/*', '状态码 404']);
  await user.click(await button('撤销'));
  await waitFor(() => expect(server.state().config.rules).toEqual(RULES));
});

it('refuses to undo a change after a newer change elsewhere', async () => {
  const { user } = await open();
  await choose(user, menuOf('后缀 css、js'), '删除');
  const undo = await button('撤销');
  server.changeElsewhere([ruleOf(9, {})]);
  await user.click(undo);
  expect(await screen.findByText('设置已在别处修改，已重新读取，请再试一次')).toBeVisible();
  expect(savedIds()).toEqual([9]);
});

describe('the dialog of a rule', () => {
  it('adds a rule at the end, with an id that is not in the statistics', async () => {
    const { user } = await open();
    await screen.findByLabelText('缓存效果');
    await user.click(await button('添加规则'));
    const dialog = await dialogTitled('添加规则');
    await enter(
      user,
      within(dialog).getByLabelText('后缀', { selector: '[type=text], :not([type])' }),
      '*.JPG, png',
    );
    await enter(user, within(dialog).getByLabelText('缓存时间的数值'), '12');
    await user.click(await button('添加规则', dialog));
    expect(await screen.findByText('规则已添加')).toBeVisible();
    expect(server.state().config.rules.at(-1)).toEqual({
      id: 10,
      match: { is: 'suffix', suffixes: ['jpg', 'png'] },
      edgeSeconds: 12 * 86_400,
      browserSeconds: null,
      cachesPrivate: false,
    });
    expect(await screen.findByText('后缀 jpg、png')).toBeVisible();
  });

  it('marks each mistake, and sends nothing', async () => {
    const { user } = await open();
    await user.click(await button('添加规则'));
    const dialog = await dialogTitled('添加规则');
    const send = async () => user.click(await button('添加规则', dialog));
    await send();
    expect(await within(dialog).findByText('每个后缀只能包含字母和数字，如 jpg')).toBeVisible();
    await user.click(within(dialog).getByLabelText('路径'));
    await enter(user, within(dialog).getByRole('textbox', { name: '路径', hidden: true }), 'wp-admin');
    expect(within(dialog).getByText(/以 \/ 开头/)).toBeInTheDocument();
    await user.click(within(dialog).getByLabelText('状态码'));
    expect(within(dialog).getByText('请至少选择一个状态码')).toBeInTheDocument();
    await user.click(within(dialog).getByLabelText('404'));
    await enter(user, within(dialog).getByLabelText('缓存时间的数值'), '400');
    expect(within(dialog).getByText('请填写大于 0 的整数，最长 365 天')).toBeInTheDocument();
    await send();
    expect(server.sent()).toEqual([]);
  });

  it('offers only the status codes that a rule may cache', async () => {
    const { user } = await open();
    await user.click(await button('添加规则'));
    const dialog = await dialogTitled('添加规则');
    await user.click(within(dialog).getByLabelText('状态码'));
    const offered = within(dialog).getAllByRole('checkbox', { hidden: true });
    expect(offered.map((box) => Number(box.closest('label')?.textContent))).toEqual([...CDN_STATUSES]);
  });

  it('warns that a cached 403 is sent to all visitors', async () => {
    const { user } = await open();
    await user.click(await button('添加规则'));
    const dialog = await dialogTitled('添加规则');
    await user.click(within(dialog).getByLabelText('状态码'));
    await user.click(within(dialog).getByLabelText('404'));
    expect(within(dialog).queryByText(/只针对某位访客/)).toBeNull();
    await user.click(within(dialog).getByLabelText('403'));
    expect(within(dialog).getByText(/只针对某位访客/)).toBeInTheDocument();
  });

  it('changes a rule without moving it, and warns before private content is cached', async () => {
    const { user } = await open();
    await choose(user, menuOf('后缀 css、js'), '编辑');
    const dialog = await dialogTitled('编辑规则');
    expect(within(dialog).getByLabelText('缓存时间的数值')).toHaveValue('30');
    expect(within(dialog).getByLabelText('浏览器缓存时间的数值')).toHaveValue('1');
    expect(within(dialog).queryByText(/绝不能开启/)).toBeNull();
    await user.click(within(dialog).getByLabelText('也缓存私有内容'));
    expect(within(dialog).getByText(/删除其中的 Cookie.*登录后才能看到的页面绝不能开启/)).toBeInTheDocument();
    const [, browserOrigin] = within(dialog).getAllByLabelText('跟随源站');
    await user.click(browserOrigin ?? dialog);
    await user.click(await button('保存规则', dialog));
    expect(await screen.findByText('规则已保存')).toBeVisible();
    expect(server.state().config.rules).toEqual([
      RULES[0],
      { ...RULES[1], browserSeconds: null, cachesPrivate: true },
      RULES[2],
    ]);
  });

  it('hides the option for private content if nothing is cached', async () => {
    const { user } = await open();
    await choose(user, menuOf('路径 /wp-admin/*'), '编辑');
    const dialog = await dialogTitled('编辑规则');
    expect(within(dialog).queryByLabelText('也缓存私有内容')).toBeNull();
    const [edgeOrigin] = within(dialog).getAllByLabelText('跟随源站');
    await user.click(edgeOrigin ?? dialog);
    expect(within(dialog).getByLabelText('也缓存私有内容')).toBeInTheDocument();
  });

  it('keeps the input when the rules were changed elsewhere, and saves it on the second try', async () => {
    const { user } = await open();
    await choose(user, menuOf('后缀 css、js'), '编辑');
    const dialog = await dialogTitled('编辑规则');
    await enter(user, within(dialog).getByLabelText('缓存时间的数值'), '5');
    server.changeElsewhere([...RULES, ruleOf(9, {})]);
    await user.click(await button('保存规则', dialog));
    expect(await within(dialog).findByText(/已重新读取。输入的内容还在/)).toBeVisible();
    await waitFor(() => expect(server.requestsOf(readCdn).length).toBeGreaterThan(1));
    await waitFor(() => expect(shownOrder()).toHaveLength(4));
    await user.click(await button('保存规则', dialog));
    expect(await screen.findByText('规则已保存')).toBeVisible();
    expect(server.state().config.rules.map(({ id, edgeSeconds }) => [id, edgeSeconds])).toEqual([
      [4, 0],
      [2, 5 * 86_400],
      [7, 60],
      [9, 0],
    ]);
  });

  it('does not open if the limit of rules is reached', async () => {
    server.changeElsewhere(
      Array.from({ length: CDN_RULES_MAX }, (_, n) =>
        ruleOf(n + 1, { match: { is: 'path', path: `/${n}` } }),
      ),
    );
    await open();
    expect(await button('添加规则')).toHaveAttribute('aria-disabled', 'true');
  });

  it('speaks English', async () => {
    const { user } = await open('en-US');
    await choose(user, screen.getByLabelText('More actions for Status 404'), 'Edit');
    const dialog = await dialogTitled('Edit rule');
    expect(within(dialog).getByLabelText('Cache time: amount')).toHaveValue('1');
    expect(within(dialog).getByText(/Never use this for pages that need a sign-in/)).toBeInTheDocument();
    await user.click(await button('Save rule', dialog));
    expect(await screen.findByText('Rule saved')).toBeVisible();
  });
});

describe('query parameters and cookies', () => {
  async function openSettings() {
    const opened = await open();
    await choose(opened.user, await button('更多'), '查询参数与 Cookie');
    return { ...opened, dialog: await dialogTitled('查询参数与 Cookie') };
  }

  it('saves policy and cookies, and keeps the rules', async () => {
    const { user, dialog } = await openSettings();
    await user.click(within(dialog).getByLabelText(/^只保留指定参数/));
    await user.click(await button('保存设置', dialog));
    expect(await within(dialog).findByText('请填写参数名，如 page')).toBeVisible();
    await enter(user, within(dialog).getByLabelText('参数名'), 'page, id');
    await enter(user, within(dialog).getByLabelText('跳过缓存的 Cookie'), 'PHPSESSID\nwp_*');
    await user.click(await button('保存设置', dialog));
    expect(await screen.findByText('查询参数与 Cookie 设置已保存')).toBeVisible();
    expect(server.state().config).toEqual({
      rules: RULES,
      query: { is: 'only', names: ['page', 'id'] },
      cookies: ['PHPSESSID', 'wp_*'],
    });
  });

  it('marks an invalid name', async () => {
    const { user, dialog } = await openSettings();
    const cookies = within(dialog).getByLabelText('跳过缓存的 Cookie');
    expect(cookies).toHaveValue(server.state().config.cookies.join('\n'));
    await enter(user, cookies, 'ok\na*b');
    await user.click(await button('保存设置', dialog));
    expect(await within(dialog).findByText('Cookie 名称不正确：a*b')).toBeVisible();
    expect(cookies).toBeInvalid();
    await enter(user, cookies, 'ok');
    await user.click(within(dialog).getByLabelText(/^全部忽略/));
    await user.click(await button('保存设置', dialog));
    await waitFor(() =>
      expect(server.state().config).toMatchObject({ query: { is: 'none' }, cookies: ['ok'] }),
    );
  });
});
