import { render, screen, within } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import type { SignInPort } from './sign-in-port';
import { SignInPage } from './SignInPage';

const port: SignInPort = {
  load: () => ({
    preferences: { locale: 'zh-CN', theme: 'light' },
    help: 'https://help.example/',
    copyright: '© 服务商',
  }),
  keep: () => undefined,
  submit: () => Promise.resolve({ is: 'unreachable' }),
};

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
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([
    'https://help.example/',
    '_blank',
  ]);
  expect(screen.getByRole('contentinfo').textContent).toBe('© 服务商');
});

it('lists links in a help sider titled 使用帮助', () => {
  render(<SignInPage port={port} />);
  const sider = within(screen.getByRole('complementary', { name: '使用帮助' }));
  expect(sider.getAllByRole('link').map(({ textContent }) => textContent.replace('（新窗口）', ''))).toEqual([
    '在哪里查看 FTP 账号',
    '忘记密码怎么办',
    '如何上传网站',
  ]);
});

it('shows the copyright years 1993-2024 if the provider set no text', () => {
  expect(renderToString(<SignInPage port={port} />)).toContain('© 1993-2024 SiteDeck');
});
