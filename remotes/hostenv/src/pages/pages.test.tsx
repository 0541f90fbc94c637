import '@testing-library/jest-dom';
import {
  addMime,
  addRedirect,
  addRedirects,
  changeRedirect,
  orderRedirects,
  readText,
  removeMime,
  removeRedirect,
  revertConfig,
  setErrorPage,
  testRedirect,
  unsetErrorPage,
} from '@sitedeck/contract';
import { renderRemote, startKernel } from '@sitedeck/ui/testing/render-remote';
import { reply } from '@sitedeck/ui/testing/reply-server';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { App } from '../app';
import { inForce, openEnvServer } from '../testing/env-server';
import { previewHtml } from './error-page/preview-html';

let server: Awaited<ReturnType<typeof openEnvServer>>;

beforeAll(async () => {
  server = await openEnvServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.reset();
  startKernel(server.origin, `${server.origin}/fs`);
});

/** Finds a dialog by its text: a search by role computes the style of every element and is slow. */
async function dialogOf(words: string, selector = '*'): Promise<HTMLElement> {
  const dialog = (await screen.findByText(words, { selector })).closest<HTMLElement>('[role=dialog]');
  if (!dialog) throw new Error(`${words} is in no dialog`);
  return dialog;
}
const titled = (title: string) => dialogOf(title, '.ant-modal-title');

function open(page: string, inPortal = false) {
  renderRemote(App, { at: `/hostEnvSet/${page}`, inPortal });
  return userEvent.setup();
}
const redirect = (source: string, target: string) => ({ source, target, keepPath: false, keepQuery: true });
const lastSave = () => server.saves().at(-1);

describe('301 redirects', () => {
  it('validates a redirect, adds it, and undoes that', async () => {
    const user = open('301');
    await user.click(await screen.findByRole('button', { name: '添加' }));
    const dialog = await titled('添加 301 跳转');
    const [source, target] = within(dialog).getAllByRole('textbox');
    if (!source || !target) throw new Error('two fields are missing');
    await user.type(source, 'not a domain');
    await user.click(within(dialog).getByRole('button', { name: '添加' }));
    expect(await within(dialog).findByText('请输入域名或以 / 开头的路径，如 /old')).toBeInTheDocument();
    const added = { source: '/old', target: '/new', keepPath: true, keepQuery: true };
    server.onNext(addRedirect, ...inForce(2, { redirects: [added] }));
    server.onNext(revertConfig, ...inForce(3));
    await user.clear(source);
    await user.type(source, '/old');
    await user.type(target, '/new{Enter}');
    expect(await screen.findByText('已添加 /old 的跳转')).toBeVisible();
    expect(server.saves()).toEqual([['redirect/add', '1', added]]);
    expect(await screen.findByText('/old → /new')).toBeVisible();
    await user.click(screen.getByRole('button', { name: '撤销' }));
    await waitFor(() => expect(lastSave()).toEqual(['config/revert/1', '2', {}]));
    expect(await screen.findByText('还没有 301 跳转')).toBeVisible();
  });

  it('shows the chain of a redirect loop in the dialog, and keeps the input', async () => {
    server.refuse(addRedirect, { reason: 'redirect-loop', message: '会形成循环：/a → /b → /a' });
    const user = open('301');
    await user.click(await screen.findByRole('button', { name: '添加' }));
    const dialog = await titled('添加 301 跳转');
    const [source, target] = within(dialog).getAllByRole('textbox');
    if (!source || !target) throw new Error('two fields are missing');
    await user.type(source, '/a');
    await user.type(target, '/b{Enter}');
    expect(await within(dialog).findByText('会形成循环：/a → /b → /a')).toBeInTheDocument();
    expect(source).toHaveValue('/a');
  });

  it('sorts, changes and removes redirects', async () => {
    const [a, b, changed] = [redirect('/a', '/x'), redirect('/b', '/y'), redirect('/a', '/other')];
    server.give(...inForce(2, { redirects: [a, b] }));
    server.onNext(orderRedirects, ...inForce(3, { redirects: [b, a] }));
    server.onNext(changeRedirect, ...inForce(4, { redirects: [b, changed] }));
    server.onNext(removeRedirect, ...inForce(5, { redirects: [changed] }));
    server.onNext(removeRedirect, ...inForce(6));
    const user = open('301');
    await user.click(await screen.findByRole('button', { name: '下移 /a' }));
    await waitFor(() => expect(lastSave()).toEqual(['redirect/order', '2', { sources: ['/b', '/a'] }]));
    await user.click(await screen.findByRole('button', { name: '修改 /a' }));
    const dialog = await titled('修改 301 跳转');
    const target = within(dialog).getAllByRole('textbox')[1] ?? dialog;
    await user.clear(target);
    await user.type(target, '/other{Enter}');
    await waitFor(() =>
      expect(lastSave()).toEqual(['redirect/change', '3', { source: '/a', redirect: changed }]),
    );
    await user.click(await screen.findByRole('button', { name: '移除 /b' }));
    await waitFor(() => expect(lastSave()).toEqual(['redirect/del', '4', { source: '/b' }]));
    await waitFor(() => expect(screen.getByRole('button', { name: '移除 /a' })).toHaveFocus());
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByRole('button', { name: '添加' })).toHaveFocus());
    expect(lastSave()).toEqual(['redirect/del', '5', { source: '/a' }]);
  });

  it('validates each pasted line before anything is sent', async () => {
    const redirects = [
      { source: '/b', target: '/y', keepPath: false, keepQuery: false },
      { source: '/a', target: '/z', keepPath: false, keepQuery: false },
    ];
    server.give(...inForce(2, { redirects: [redirect('/a', '/x')] }));
    server.onNext(addRedirects, ...inForce(3, { redirects }));
    const user = open('301');
    await user.click(await screen.findByRole('button', { name: '批量添加' }));
    const dialog = await titled('批量添加 301 跳转');
    const field = within(dialog).getByRole('textbox');
    await user.click(field);
    await user.paste('/b,/y\n/a,/z\n/c');
    expect(await within(dialog).findByText('源地址重复')).toBeInTheDocument();
    expect(within(dialog).getByText('缺少目标地址')).toBeInTheDocument();
    expect(within(dialog).getByText('2 行有问题')).toBeInTheDocument();
    await user.click(within(dialog).getByRole('button', { name: '批量添加' }));
    expect(server.saves()).toEqual([]);
    await user.click(within(dialog).getByRole('checkbox'));
    expect(within(dialog).queryByText('源地址重复')).toBeNull();
    await user.clear(field);
    await user.paste('/b,/y\n/a,/z');
    await user.click(within(dialog).getByRole('button', { name: '批量添加' }));
    expect(await screen.findByText('已添加 2 条跳转')).toBeVisible();
    expect(server.saves()).toEqual([['redirect/import', '2', { redirects, replace: true }]]);
  });

  it('shows where an address leads', async () => {
    server.give(...inForce(2, { redirects: [redirect('/a', 'https://x.example/')] }));
    server.inTurn(
      testRedirect,
      { steps: [{ url: '/a', source: '/a', to: 'https://x.example/' }], end: 'elsewhere' },
      { steps: [], end: 'here' },
    );
    const user = open('301');
    const field = await screen.findByRole('textbox', { name: '网址' });
    await user.type(field, '/a{Enter}');
    expect(await screen.findByText('最终转到其他网站')).toBeVisible();
    expect(screen.getByText('第 1 条：/a')).toBeVisible();
    await user.clear(field);
    await user.type(field, '/b{Enter}');
    expect(await screen.findByText('没有匹配的跳转，由本站响应')).toBeVisible();
    expect(server.requestsOf(testRedirect).map(({ body }) => body)).toEqual([{ url: '/a' }, { url: '/b' }]);
  });
});

describe('404 page', () => {
  const content = '<h1>gone</h1><script>alert(1)</script>';
  const file = {
    ...{ content: '<p>of the site</p>', encoding: 'utf-8' as const, bom: false, size: 18, mtime: 0 },
    version: '0'.repeat(64),
  };
  const frame = async () => (await screen.findByTitle('404 页面预览')).getAttribute('srcdoc');

  it('is edited on the page, shown without scripts, and reset to the server’s default', async () => {
    server.onNext(setErrorPage, ...inForce(2, { errorPage: { is: 'text', content } }));
    server.onNext(unsetErrorPage, ...inForce(3));
    const user = open('404');
    await user.click(await screen.findByRole('radio', { name: /自定义内容/ }));
    const field = screen.getByRole('textbox', { name: 'HTML 内容' });
    expect(screen.queryByText('请输入内容')).toBeNull();
    await user.click(field);
    await user.tab();
    expect(screen.getByText('请输入内容')).toBeVisible();
    await user.click(field);
    await user.paste(content);
    await waitFor(async () => expect(await frame()).toContain('<h1>gone</h1>'));
    expect(await frame()).not.toContain('script');
    expect(screen.getByTitle('404 页面预览')).toHaveAttribute('sandbox', '');
    await user.click(screen.getByRole('button', { name: '保存' }));
    expect(await screen.findByText('404 页面已保存')).toBeVisible();
    expect(server.saves()).toEqual([['errorPage/set', '1', { content }]]);
    await user.click(await screen.findByRole('button', { name: '恢复默认' }));
    await user.click(await screen.findByRole('button', { name: '保存' }));
    await waitFor(() => expect(lastSave()).toEqual(['errorPage/unset', '2', {}]));
  });

  it('is set to a file of the site after a preview', async () => {
    server.give(reply(readText, file));
    const page = { path: '/wwwroot/404.html' };
    server.onNext(setErrorPage, ...inForce(2, { errorPage: { is: 'file', ...page } }));
    const user = open('404');
    await user.click(await screen.findByRole('radio', { name: /网站内的文件/ }));
    await waitFor(async () => expect(await frame()).toContain('<p>of the site</p>'));
    const field = screen.getByRole('textbox', { name: '文件路径' });
    await user.clear(field);
    await user.type(field, '/etc/passwd');
    expect(
      await screen.findByText('请输入 /wwwroot 下的文件，如 /wwwroot/404.html', {
        selector: '.sd-field-error',
      }),
    ).toBeVisible();
    server.refuse(readText, { code: '404', reason: 'no-such-file', message: 'no such file' });
    await user.clear(field);
    await user.type(field, '/wwwroot/none.html');
    expect(await screen.findByText('no such file')).toBeVisible();
    const lastRead = () => server.requestsOf(readText).at(-1)?.body;
    await waitFor(() => expect(lastRead()).toEqual({ path: '/wwwroot/none.html' }));
    server.accept();
    await user.clear(field);
    await user.type(field, '/wwwroot/404.html');
    await user.click(screen.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(server.saves()).toEqual([['errorPage/set', '1', page]]));
  });

  it('is previewed in a portal only when edited on the page, not when it is a file', async () => {
    server.give(reply(readText, file));
    const user = open('404', true);
    await user.click(await screen.findByRole('radio', { name: /网站内的文件/ }));
    expect(await screen.findByText('文件的内容可在控制台预览')).toBeVisible();
    expect(screen.queryByTitle('404 页面预览')).toBeNull();
    await user.click(screen.getByRole('radio', { name: /自定义内容/ }));
    await user.click(screen.getByRole('textbox', { name: 'HTML 内容' }));
    await user.paste('<h1>gone</h1>');
    await waitFor(async () => expect(await frame()).toContain('<h1>gone</h1>'));
    expect(screen.queryByText('文件的内容可在控制台预览')).toBeNull();
  });

  it('has its styles in the preview, but nothing that runs, loads or leads away', () => {
    const html = previewHtml(
      '<base href="/x/"><meta http-equiv="refresh" content="0;url=/"><link href="/a.css"><p style="color:red}*{x">a</p><style>p{}</style><iframe src="/"></iframe>',
      'n1',
    );
    expect(html).not.toMatch(/<base|<meta|<link|<iframe|style="/);
    expect(html).toContain('[data-preview="0"]{color:red*x}');
    expect(html.match(/nonce="n1"/g)).toHaveLength(2);
  });
});

describe('MIME types', () => {
  it('filters types, and adds and removes the site’s own', async () => {
    const webp = { extension: 'webp', mimeType: 'image/webp' };
    server.onNext(addMime, ...inForce(2, { mime: [webp] }));
    server.onNext(removeMime, ...inForce(3));
    const user = open('mime');
    expect(await screen.findByText('.html')).toBeVisible();
    expect(screen.queryByRole('button', { name: '移除 .html' })).toBeNull();
    await user.type(screen.getByRole('textbox', { name: '搜索扩展名或类型' }), '.PN');
    await waitFor(() => expect(screen.queryByText('.html')).toBeNull());
    expect(screen.getByText('.png')).toBeVisible();

    await user.click(screen.getByRole('button', { name: '添加' }));
    const dialog = await titled('添加 MIME 映射');
    const [extension, type] = within(dialog).getAllByRole('textbox');
    if (!extension || !type) throw new Error('two fields are missing');
    await user.type(extension, '.WebP');
    await user.type(type, 'image{Enter}');
    expect(await within(dialog).findByText('格式为「大类/小类」，如 image/webp')).toBeInTheDocument();
    await user.type(type, '/webp{Enter}');
    expect(await screen.findByText('已添加 .webp')).toBeVisible();
    expect(server.saves()).toEqual([['mime/add', '1', webp]]);
    await user.clear(screen.getByRole('textbox', { name: '搜索扩展名或类型' }));
    await user.click(await screen.findByRole('button', { name: '移除 .webp' }));
    expect(await screen.findByText('已移除 .webp')).toBeVisible();
    expect(lastSave()).toEqual(['mime/remove', '2', { extension: 'webp' }]);
  });
});

it('sends several changes one after another, however fast they are requested', async () => {
  const inOrder = (...order: readonly string[]) => ({
    redirects: order.map((source) => redirect(source, '/x')),
  });
  server.give(...inForce(2, inOrder('/a', '/b', '/c')));
  server.onNext(orderRedirects, ...inForce(3, inOrder('/b', '/a', '/c')));
  server.onNext(orderRedirects, ...inForce(4, inOrder('/b', '/c', '/a')));
  const user = open('301');
  const down = await screen.findByRole('button', { name: '下移 /a' });
  await user.click(down);
  await user.click(screen.getByRole('button', { name: '下移 /a' }));
  await waitFor(() =>
    expect(server.saves()).toEqual([
      ['redirect/order', '2', { sources: ['/b', '/a', '/c'] }],
      // Sends the version that the first change returned, so the server does not refuse it as `config-newer`.
      ['redirect/order', '3', { sources: ['/b', '/c', '/a'] }],
    ]),
  );
});
