import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import type { Locale } from '@sitedeck/contract';
import type { SignInPort, SignInSettings } from './sign-in-port';
import { SignInPage } from './SignInPage';

const guides = {
  account: '/help/{locale}/ftp-account',
  password: '/help/{locale}/password',
  upload: '/help/{locale}/upload',
};

const makePort = (links: SignInSettings['links'], locale: Locale = 'zh-CN'): SignInPort => ({
  load: () => ({ preferences: { locale, theme: 'light' }, links, copyright: '© 服务商' }),
  keep: () => undefined,
  submit: () => Promise.resolve({ is: 'unreachable' }),
});
const port = makePort({ help: '/help/{locale}/', guides });

function siderLinks(): readonly (readonly [string, string | null])[] {
  const sider = within(screen.getByRole('complementary', { name: /^(使用帮助|Usage help)$/ }));
  return sider
    .getAllByRole('link')
    .map((link) => [link.textContent.replace(/（新窗口）| \(new window\)/, ''), link.getAttribute('href')]);
}

beforeEach(() => {
  window.innerWidth = 1440;
});

it("has the title welcome, a hint to use the site's FTP account and password, both inputs and a login button", () => {
  render(<SignInPage port={port} />);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('欢迎登录');
  expect(screen.getByText('请使用网站的 FTP 账号和密码登录')).toBeDefined();
  expect(screen.getByLabelText('用户名')).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('密码').type).toBe('password');
  expect(screen.getByRole('button', { name: '登录' })).toBeDefined();
});

it("has a help-centre link and the provider's copyright footer", () => {
  render(<SignInPage port={port} />);
  const link = screen.getByRole('link', { name: /^帮助中心/ });
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/help/zh-CN/', '_blank']);
  expect(screen.getByRole('contentinfo').textContent).toBe('© 服务商');
});

it('lists links in a help sider (使用帮助), each to its own page in the language of the interface', () => {
  render(<SignInPage port={port} />);
  expect(siderLinks()).toEqual([
    ['在哪里查看 FTP 账号', '/help/zh-CN/ftp-account'],
    ['忘记密码怎么办', '/help/zh-CN/password'],
    ['如何上传网站', '/help/zh-CN/upload'],
  ]);
});

it('follows the language in its links', async () => {
  render(<SignInPage port={makePort({ help: '/help/{locale}/', guides }, 'en-US')} />);
  expect(siderLinks().map(([, href]) => href)).toEqual([
    '/help/en-US/ftp-account',
    '/help/en-US/password',
    '/help/en-US/upload',
  ]);
  await userEvent.click(screen.getByRole('button', { name: '中文' }));
  expect(siderLinks()[0]).toEqual(['在哪里查看 FTP 账号', '/help/zh-CN/ftp-account']);
});

it("leads all links of the sider to the provider's help center if it has one", () => {
  render(<SignInPage port={makePort({ help: 'https://help.example/' })} />);
  expect(new Set(siderLinks().map(([, href]) => href))).toEqual(new Set(['https://help.example/']));
});

it('shows the copyright years 1993-2024 if the provider set no text', () => {
  expect(renderToString(<SignInPage port={port} />)).toContain('© 1993-2024 SiteDeck');
});
