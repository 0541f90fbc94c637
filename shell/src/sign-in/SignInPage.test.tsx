import { whilePageRuns } from '@sitedeck/ui/testing/while-page-runs';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { renderToString } from 'react-dom/server';
import type { SignInOutcome, SignInPort, SignInSettings } from './sign-in-port';
import { SignInPage } from './SignInPage';

const settings: SignInSettings = {
  preferences: { locale: 'zh-CN', theme: 'light' },
  links: { help: 'https://help.example/' },
  copyright: '© 1993-2024 SiteDeck',
};

/**
 * jsdom computes no layout and no colours: tests in a real browser check these rules, and the palette has its own
 * test.
 */
const NEEDS_A_CANVAS = {
  'color-contrast': { enabled: false },
  'label-content-name-mismatch': { enabled: false },
};

function makeSignInPort(given: Partial<SignInSettings> = {}, answer: () => Promise<SignInOutcome> = wrong) {
  return {
    load: () => ({ ...settings, ...given }),
    keep: jest.fn<undefined, Parameters<SignInPort['keep']>>(),
    submit: jest.fn<Promise<SignInOutcome>, Parameters<SignInPort['submit']>>(answer),
  };
}

const wrong = () => Promise.resolve<SignInOutcome>({ is: 'wrong-credentials' });

function show(signInPort: SignInPort, wide = true) {
  window.innerWidth = wide ? 1440 : 390;
  render(<SignInPage port={signInPort} />);
  return userEvent.setup();
}

const userName = () => screen.getByLabelText<HTMLInputElement>('用户名');
const password = () => screen.getByLabelText<HTMLInputElement>('密码');
const button = () => screen.getByRole('button', { name: /^(登录|正在登录)$/ });

async function signIn(user: ReturnType<typeof userEvent.setup>) {
  await user.type(userName(), 'vh10001');
  await user.type(password(), 'secret{Enter}');
}

it('focuses the user name, but takes the focus from no other field', () => {
  show(makeSignInPort());
  expect(document.activeElement).toBe(userName());
  cleanup();
  document.body.append(document.createElement('input'));
  const other = document.querySelector('input');
  other?.focus();
  show(makeSignInPort());
  expect(document.activeElement).toBe(other);
  other?.remove();
});

it('names missing values, and sends nothing', async () => {
  const signInPort = makeSignInPort();
  const user = show(signInPort);
  await user.click(button());
  expect(screen.getByText('请输入用户名')).toBeDefined();
  expect(screen.getByText('请输入密码')).toBeDefined();
  expect(document.activeElement).toBe(userName());
  expect(signInPort.submit).not.toHaveBeenCalled();
});

it('removes an error message as soon as the field is filled', async () => {
  const user = show(makeSignInPort());
  await user.click(button());
  await user.type(userName(), 'v');
  expect(screen.queryByText('请输入用户名')).toBeNull();
});

it('empties and focuses the password after a wrong one, keeps the name, and shows an error that can be closed', async () => {
  const user = show(makeSignInPort());
  await signIn(user);
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('用户名或密码错误'));
  expect(password().value).toBe('');
  await waitFor(() => expect(document.activeElement).toBe(password()));
  expect(userName().value).toBe('vh10001');
  expect(screen.queryByText('请输入密码')).toBeNull();
  await user.click(screen.getByRole('button', { name: '关闭提示' }));
  expect(screen.getByRole('alert').textContent).toBe('');
});

it('shows that a security check runs, sends once, and enables the button a second after the reply', async () => {
  jest.useFakeTimers();
  try {
    let reply: (outcome: SignInOutcome) => void = () => undefined;
    const signInPort = makeSignInPort({}, () => new Promise((resolve) => (reply = resolve)));
    window.innerWidth = 1440;
    render(<SignInPage port={signInPort} />);
    const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    await signIn(user);
    expect(screen.getByRole('status').textContent).toBe('正在进行安全验证');
    await user.click(button());
    expect(signInPort.submit).toHaveBeenCalledTimes(1);
    await act(async () => {
      reply({ is: 'unreachable' });
      await Promise.resolve();
    });
    expect(screen.getByRole('alert').textContent).toContain('网络波动，请重试');
    act(() => jest.advanceTimersByTime(999));
    expect(button().getAttribute('aria-disabled')).toBe('true');
    act(() => jest.advanceTimersByTime(1));
    expect(button().getAttribute('aria-disabled')).toBe('false');
  } finally {
    jest.useRealTimers();
  }
});

it.each<[SignInOutcome, string]>([
  [{ is: 'captcha-failed' }, '安全验证未完成，尚未发送登录信息，请重试'],
  [{ is: 'refused', message: '尝试次数过多，请 12 秒后再试' }, '尝试次数过多，请 12 秒后再试'],
])('keeps the password and says why for %j', async (outcome, words) => {
  const user = show(makeSignInPort({}, () => Promise.resolve(outcome)));
  await signIn(user);
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain(words));
  expect(password().value).toBe('secret');
});

it('shows the password on request and hides it before it is sent', async () => {
  const user = show(makeSignInPort({}, () => Promise.resolve({ is: 'unreachable' })));
  await user.click(screen.getByRole('button', { name: '显示密码' }));
  expect(password().type).toBe('text');
  await signIn(user);
  expect(password().type).toBe('password');
});

it('switches to English on request and remembers it', async () => {
  const signInPort = makeSignInPort();
  const user = show(signInPort);
  await user.click(screen.getByRole('button', { name: 'EN' }));
  expect(screen.getByRole('heading', { name: 'Welcome' })).toBeDefined();
  expect(document.documentElement.lang).toBe('en-US');
  expect(signInPort.keep).toHaveBeenCalledWith({ locale: 'en-US', theme: 'light' });
});

it('cycles through the three themes', async () => {
  const signInPort = makeSignInPort();
  const user = show(signInPort);
  await user.click(screen.getByRole('button', { name: '主题：浅色' }));
  expect(document.documentElement.dataset['theme']).toBe('dark');
  await user.click(screen.getByRole('button', { name: '主题：深色' }));
  expect(signInPort.keep).toHaveBeenLastCalledWith({ locale: 'zh-CN', theme: 'system' });
});

it('shows help beside a wide form and returns the focus when it is closed', async () => {
  const user = show(makeSignInPort());
  expect(screen.getByText('忘记密码怎么办')).toBeDefined();
  await user.click(screen.getByRole('button', { name: '收起使用帮助' }));
  expect(screen.queryByText('忘记密码怎么办')).toBeNull();
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: '打开使用帮助' })),
  );
});

it('starts with help closed on a narrow page; Esc closes it again', async () => {
  const user = show(makeSignInPort(), false);
  expect(screen.queryByText('忘记密码怎么办')).toBeNull();
  await user.click(screen.getByRole('button', { name: '打开使用帮助' }));
  expect(screen.getByText('忘记密码怎么办')).toBeDefined();
  await user.keyboard('{Escape}');
  expect(screen.queryByText('忘记密码怎么办')).toBeNull();
});

it('has no help links if the configuration has none', () => {
  show(makeSignInPort({ links: {} }));
  expect(screen.queryByRole('link')).toBeNull();
});

it("has a footer with the copyright years 1993-2024 until the provider's own text arrives", () => {
  const signInPort = makeSignInPort({ copyright: '© 2001-2030 Example Hosting' });
  expect(renderToString(<SignInPage port={signInPort} />)).toContain('© 1993-2024 SiteDeck');
  show(signInPort);
  expect(screen.getByRole('contentinfo').textContent).toBe('© 2001-2030 Example Hosting');
});

it("links every title of the usage help, and the help centre, to the provider's address", () => {
  show(makeSignInPort());
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toEqual(Array(4).fill('https://help.example/'));
  expect(screen.getByRole('link', { name: /^帮助中心/ })).toBeDefined();
});

it('explains why the user is back after the session has ended', () => {
  show(makeSignInPort({ notice: 'session-expired' }));
  expect(screen.getByRole('alert').textContent).toContain('登录已过期，请重新登录');
});

it.each([
  ['password-changed', '密码已修改，请使用新密码登录'],
  ['host-removed', '主机已被删除，请联系服务商'],
] as const)('explains why the user is back after %s', (notice, words) => {
  show(makeSignInPort({ notice }));
  expect(screen.getByRole('alert').textContent).toContain(words);
});

it('renders on the server, with its button disabled until the script runs', () => {
  const signInPort = makeSignInPort();
  const load = jest.spyOn(signInPort, 'load');
  const html = renderToString(<SignInPage port={signInPort} />);
  expect(html).toMatch(/<button[^>]*type="submit"[^>]*disabled=""/);
  // The page's own policy would refuse an inline style attribute.
  expect(html).not.toContain('style=');
  expect(load).not.toHaveBeenCalled();
});

it('has no serious finding of axe', async () => {
  const user = show(makeSignInPort());
  await signIn(user);
  await screen.findByText('用户名或密码错误');
  const { violations } = await whilePageRuns(() => axe.run(document.body, { rules: NEEDS_A_CANVAS }));
  expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([]);
});
