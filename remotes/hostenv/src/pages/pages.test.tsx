import '@testing-library/jest-dom';
import { renderRemote, startKernel } from '@sitedeck/ui/testing/render-remote';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { App } from '../app';
import { openEnvServer } from '../testing/env-server';
import { previewHtml } from './error-page/preview-html';

jest.setTimeout(120_000);

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
const sources = () => server.now().redirects.map(({ source }) => source);

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
    await user.clear(source);
    await user.type(source, '/old');
    await user.type(target, '/new{Enter}');
    expect(await screen.findByText('已添加 /old 的跳转')).toBeVisible();
    expect(server.now().redirects).toEqual([
      { source: '/old', target: '/new', keepPath: true, keepQuery: true },
    ]);
    expect(await screen.findByText('/old → /new')).toBeVisible();
    await user.click(screen.getByRole('button', { name: '撤销' }));
    await waitFor(() => expect(sources()).toEqual([]));
    expect(await screen.findByText('还没有 301 跳转')).toBeVisible();
  });

  it('shows the chain of a redirect loop in the dialog, and keeps the input', async () => {
    server.refuse('/api/vhost/redirect/add', 'redirect-loop', '会形成循环：/a → /b → /a');
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
    server.other({
      redirects: [redirect('/a', '/x'), redirect('/b', '/y'), redirect('/a', '/z')].slice(0, 2),
    });
    const user = open('301');
    await user.click(await screen.findByRole('button', { name: '下移 /a' }));
    await waitFor(() => expect(sources()).toEqual(['/b', '/a']));
    await user.click(await screen.findByRole('button', { name: '修改 /a' }));
    const dialog = await titled('修改 301 跳转');
    const target = within(dialog).getAllByRole('textbox')[1] ?? dialog;
    await user.clear(target);
    await user.type(target, '/other{Enter}');
    await waitFor(() =>
      expect(server.now().redirects).toEqual([redirect('/b', '/y'), redirect('/a', '/other')]),
    );
    await user.click(await screen.findByRole('button', { name: '移除 /b' }));
    await waitFor(() => expect(sources()).toEqual(['/a']));
    await waitFor(() => expect(screen.getByRole('button', { name: '移除 /a' })).toHaveFocus());
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByRole('button', { name: '添加' })).toHaveFocus());
  });

  it('validates each pasted line before anything is sent', async () => {
    server.other({ redirects: [redirect('/a', '/x')] });
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
    expect(sources()).toEqual(['/a']);
    await user.click(within(dialog).getByRole('checkbox'));
    expect(within(dialog).queryByText('源地址重复')).toBeNull();
    await user.clear(field);
    await user.paste('/b,/y\n/a,/z');
    await user.click(within(dialog).getByRole('button', { name: '批量添加' }));
    expect(await screen.findByText('已添加 2 条跳转')).toBeVisible();
    expect(sources()).toEqual(['/b', '/a']);
  });

  it('shows where an address leads', async () => {
    server.other({ redirects: [redirect('/a', 'https://x.example/')] });
    const user = open('301');
    const field = await screen.findByRole('textbox', { name: '网址' });
    await user.type(field, '/a{Enter}');
    expect(await screen.findByText('最终转到其他网站')).toBeVisible();
    expect(screen.getByText('第 1 条：/a')).toBeVisible();
    await user.clear(field);
    await user.type(field, '/b{Enter}');
    expect(await screen.findByText('没有符合的跳转，由本站直接响应')).toBeVisible();
  });
});

describe('404 page', () => {
  const frame = async () => (await screen.findByTitle('404 页面预览')).getAttribute('srcdoc');

  it('is edited on the page, shown without scripts, and reset to the server’s default', async () => {
    const user = open('404');
    await user.click(await screen.findByRole('radio', { name: /自定义内容/ }));
    expect(screen.getByText('请输入内容')).toBeVisible();
    const field = screen.getByRole('textbox', { name: 'HTML 内容' });
    await user.click(field);
    await user.paste('<h1>gone</h1><script>alert(1)</script>');
    await waitFor(async () => expect(await frame()).toContain('<h1>gone</h1>'));
    expect(await frame()).not.toContain('script');
    expect(screen.getByTitle('404 页面预览')).toHaveAttribute('sandbox', '');
    await user.click(screen.getByRole('button', { name: '保存' }));
    expect(await screen.findByText('404 页面已保存')).toBeVisible();
    expect(server.now().errorPage).toMatchObject({ is: 'text' });
    await user.click(await screen.findByRole('button', { name: '恢复默认' }));
    await user.click(await screen.findByRole('button', { name: '保存' }));
    await waitFor(() => expect(server.now().errorPage).toBeNull());
  });

  it('is set to a file of the site after a preview', async () => {
    server.site.files.set('/wwwroot/404.html', '<p>of the site</p>');
    const user = open('404');
    await user.click(await screen.findByRole('radio', { name: /网站里的文件/ }));
    await waitFor(async () => expect(await frame()).toContain('<p>of the site</p>'));
    const field = screen.getByRole('textbox', { name: '文件路径' });
    await user.clear(field);
    await user.type(field, '/etc/passwd');
    expect(
      await screen.findByText('请输入 /wwwroot 下的文件，如 /wwwroot/404.html', {
        selector: '.sd-field-error',
      }),
    ).toBeVisible();
    await user.clear(field);
    await user.type(field, '/wwwroot/none.html');
    expect(await screen.findByText('no such file')).toBeVisible();
    await user.clear(field);
    await user.type(field, '/wwwroot/404.html');
    await user.click(screen.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(server.now().errorPage).toEqual({ is: 'file', path: '/wwwroot/404.html' }));
  });

  it('is previewed in a portal only when edited on the page, not when it is a file', async () => {
    server.site.files.set('/wwwroot/404.html', '<p>of the site</p>');
    const user = open('404', true);
    await user.click(await screen.findByRole('radio', { name: /网站里的文件/ }));
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
    expect(server.now().mime).toEqual([{ extension: 'webp', mimeType: 'image/webp' }]);
    await user.clear(screen.getByRole('textbox', { name: '搜索扩展名或类型' }));
    await user.click(await screen.findByRole('button', { name: '移除 .webp' }));
    expect(await screen.findByText('已移除 .webp')).toBeVisible();
    expect(server.now().mime).toEqual([]);
  });
});

it('sends several changes one after another, however fast they are requested', async () => {
  server.other({ redirects: ['/a', '/b', '/c'].map((source) => redirect(source, '/x')) });
  const user = open('301');
  const down = await screen.findByRole('button', { name: '下移 /a' });
  await user.click(down);
  await user.click(screen.getByRole('button', { name: '下移 /a' }));
  await waitFor(() => expect(sources()).toEqual(['/b', '/c', '/a']));
  expect(screen.queryByText('refused: config-newer')).toBeNull();
});
