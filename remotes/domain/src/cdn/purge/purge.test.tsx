import '@testing-library/jest-dom';
import { LOCALES, prefetchCdn, purgeCdn, queryTaskList, readCdn } from '@sitedeck/contract';
import { pollTasksNow } from '@sitedeck/sdk';
import { withChannels } from '@sitedeck/ui/testing/message-channel';
import { renderRemote, startKernel } from '@sitedeck/ui/testing/render-remote';
import { reply } from '@sitedeck/ui/testing/reply-server';
import { act, screen, waitFor, within } from '@testing-library/react';
import { App } from '../../app';
import { openCdnServer } from '../../testing/cdn-server';
import { requestTask } from '../../testing/domain-server';
import { button, choose, dialogTitled, enter, questionOf, userOf } from '../../testing/page-acts';

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

const LOGO = 'https://www.a.com/logo.png';

async function open(act: string, title: string, locale: 'zh-CN' | 'en-US' = 'zh-CN') {
  renderRemote(App, { at: '/domainCertCdn/cdn', locale });
  const user = userOf();
  await user.click(await button(act));
  const dialog = await dialogTitled(title);
  return { user, dialog, field: within(dialog).getByRole('textbox', { hidden: true }) };
}

describe('a purge by URL', () => {
  const WORDS = {
    'zh-CN': { act: '刷新缓存', left: '已填 2 个，今天还可提交 190 个', done: '已刷新，删除 2 份缓存' },
    'en-US': {
      act: 'Purge cache',
      left: '2 entered, 190 left today',
      done: 'Purged: 2 cached copies removed',
    },
  } as const;

  it.each(LOCALES)(
    'shows how many URLs are left today, and how many copies were removed: %s',
    async (locale) => {
      const words = WORDS[locale];
      const { user, dialog, field } = await open(words.act, words.act, locale);
      await enter(user, field, `${LOGO}\n\nhttp://www.a.com/b.js`);
      expect(within(dialog).getByText(words.left)).toBeInTheDocument();
      await user.click(await button(words.act, dialog));
      expect(await screen.findByText(words.done)).toBeVisible();
      expect(server.sent()).toEqual([['purge', { is: 'url', urls: [LOGO, 'http://www.a.com/b.js'] }]]);
    },
  );

  it('marks lines that cannot be purged while they are typed', async () => {
    const { user, dialog, field } = await open('刷新缓存', '刷新缓存');
    const send = await button('刷新缓存', dialog);
    expect(send).toHaveAttribute('aria-disabled', 'true');
    await enter(user, field, `${LOGO}\nwww.a.com/\nhttps://b.中国/\n${LOGO}`);
    const problems = [...within(dialog).getByLabelText('有问题的行').children];
    expect(problems.map(({ textContent }) => textContent)).toEqual([
      'www.a.com/网址不正确，应以 http:// 或 https:// 开头',
      'https://b.中国/此域名没有开启 CDN',
      `${LOGO}与上面的行重复`,
    ]);
    await user.click(send);
    expect(server.sent()).toEqual([]);
    await enter(user, field, LOGO);
    expect(within(dialog).queryByLabelText('有问题的行')).toBeNull();
    expect(send).not.toHaveAttribute('aria-disabled', 'true');
  });

  it('keeps the URLs when the server refuses them', async () => {
    server.refuse(purgeCdn, { reason: 'cdn-allowance-used', message: '今日次数不足', code: '429' });
    const { user, dialog, field } = await open('刷新缓存', '刷新缓存');
    await enter(user, field, LOGO);
    await user.click(await button('刷新缓存', dialog));
    expect(await within(dialog).findByText('今日次数不足')).toBeVisible();
    expect(field).toHaveValue(LOGO);
  });
});

it('purges by prefix; URLs and prefixes have separate lines and limits', async () => {
  const { user, dialog, field } = await open('刷新缓存', '刷新缓存');
  await enter(user, field, LOGO);
  await user.click(within(dialog).getByText('目录前缀', { selector: '[role=tab]' }));
  const prefixes = await within(dialog).findByLabelText('目录前缀', { selector: 'textarea' });
  expect(prefixes).toHaveValue('');
  await enter(user, prefixes, 'https://www.a.com/images/');
  expect(within(dialog).getByText('已填 1 个，今天还可提交 50 个')).toBeInTheDocument();
  await user.click(await button('刷新缓存', dialog));
  await waitFor(() =>
    expect(server.sent()).toEqual([['purge', { is: 'prefix', urls: ['https://www.a.com/images/'] }]]),
  );
});

describe('a purge of everything', () => {
  it('warns of the load on the origin first, and shows how often it is still possible today', async () => {
    renderRemote(App, { at: '/domainCertCdn/cdn' });
    const user = userOf();
    await choose(user, await button('更多'), '刷新全部缓存');
    const question = await questionOf(/源站负载会明显升高。今天还可刷新全部 2 次/);
    expect(server.sent()).toEqual([]);
    await user.click(await button('刷新全部缓存', question));
    expect(await screen.findByText('已刷新，删除 1,234 份缓存')).toBeVisible();
    expect(server.sent()).toEqual([['purge', { is: 'all' }]]);
  });

  it('does nothing when it is cancelled', async () => {
    renderRemote(App, { at: '/domainCertCdn/cdn' });
    const user = userOf();
    await choose(user, await button('更多'), '刷新全部缓存');
    const question = await questionOf(/源站负载会明显升高/);
    await user.click(await button('取消', question));
    await waitFor(() => expect(question).not.toBeVisible());
    expect(server.sent()).toEqual([]);
  });
});

describe('a prefetch', () => {
  it('starts a task, and fetches the settings again when the task ends', async () => {
    const { user, dialog, field } = await open('预热', '预热缓存');
    await enter(user, field, LOGO);
    expect(within(dialog).getByText('已填 1 个，今天还可提交 3 个')).toBeInTheDocument();
    await user.click(await button('开始预热', dialog));
    await waitFor(() => expect(server.sent()).toEqual([['prefetch', { urls: [LOGO] }]]));
    await waitFor(() => expect(dialog).not.toBeVisible());
    act(pollTasksNow);
    await waitFor(() => expect(server.requestsOf(readCdn).length).toBeGreaterThanOrEqual(3));
    const before = server.requestsOf(readCdn).length;
    const done = requestTask(8, { taskType: 'CDN_PREFETCH', taskStatus: 'RUNNING_SUCCESS' });
    server.give(reply(queryTaskList, [done]));
    act(pollTasksNow);
    await waitFor(() => expect(server.requestsOf(readCdn).length).toBeGreaterThan(before));
  });

  it('submits no more URLs than are left today', async () => {
    const { user, dialog, field } = await open('预热', '预热缓存');
    await enter(user, field, ['1', '2', '3', '4'].map((name) => `https://www.a.com/${name}`).join('\n'));
    const send = await button('开始预热', dialog);
    expect(send).toHaveAttribute('aria-disabled', 'true');
    act(() => send.focus());
    expect(await screen.findByText('超过今天剩余的个数')).toBeInTheDocument();
    await user.click(send);
    expect(server.requestsOf(prefetchCdn)).toEqual([]);
  });
});
