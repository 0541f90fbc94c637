import { installKernel, kernel, KernelProvider, setHost } from '@sitedeck/sdk';
import { api } from '@sitedeck/sdk/query';
import { UiProvider } from '@sitedeck/ui/core';
import { generatePassword } from '@sitedeck/ui/generate-password';
import { whilePageRuns } from '@sitedeck/ui/testing/while-page-runs';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { createDecipheriv } from 'node:crypto';
import { startHomeServer, type HomeServer } from '../testing/home-server';
import { config, hostInfo } from '../testing/samples';
import { ChangePasswordDialog, useChangePassword } from './ChangePasswordDialog';
import { leaveForSignIn } from './password/leave-for-sign-in';
import { passwordFlawOf, strengthOf } from './password/new-password';

const PATH = '/api/vhost/changePwd';
let server: HomeServer;

beforeAll(async () => {
  server = await startHomeServer();
  installKernel({ config: { ...config, apiBase: server.url } });
});
afterAll(async () => {
  kernel().tasks.stop();
  await server.close();
});
afterEach(() => {
  server.refusals.clear();
  cleanup();
  act(() => void kernel().store.dispatch(api.util.resetApiState()));
});

const changed = jest.fn();
const gone = jest.fn();

function show(dialog = <ChangePasswordDialog onGone={gone} onChanged={changed} />) {
  changed.mockClear();
  gone.mockClear();
  act(() => {
    setHost(hostInfo(), 'FTP');
    kernel().tasks.stop();
  });
  render(
    <KernelProvider>
      <UiProvider locale="zh-CN" theme="light">
        {dialog}
      </UiProvider>
    </KernelProvider>,
  );
  return userEvent.setup();
}

const field = () => screen.findByLabelText<HTMLInputElement>('新密码');
const button = (name: string) => screen.findByRole('button', { name });

async function prove(user: ReturnType<typeof userEvent.setup>): Promise<void> {
  await user.type(await screen.findByLabelText('当前 FTP 密码'), 'the old one{Enter}');
}

function unsealed(wire: string): unknown {
  const bytes = Buffer.from(wire, 'base64');
  const key = Buffer.from(config.wireKey, 'base64');
  const cipher = createDecipheriv('aes-256-cbc', key, bytes.subarray(0, 16));
  return JSON.parse(Buffer.concat([cipher.update(bytes.subarray(16)), cipher.final()]).toString('utf8'));
}

const sent = () =>
  server.requests
    .filter((one) => one.startsWith(PATH))
    .map((one) => (JSON.parse(one.slice(PATH.length)) as { password: string }).password);

it('asks for the new password, then for proof, and then goes to sign-in', async () => {
  const user = show();
  const input = await field();
  await waitFor(() => expect(document.activeElement).toBe(input));
  const { violations } = await whilePageRuns(() =>
    axe.run(screen.getByRole('dialog'), {
      rules: { 'color-contrast': { enabled: false }, 'label-content-name-mismatch': { enabled: false } },
    }),
  );
  expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([]);
  // The host's data, with its ways of proof, has loaded.
  await waitFor(() => expect(server.requests.some((one) => one.startsWith('/api/vhost/info'))).toBe(true));
  await user.type(input, 'a brand new passphrase');
  await waitFor(async () =>
    expect((await button('修改密码')).getAttribute('aria-disabled')).not.toBe('true'),
  );
  await user.click(await button('修改密码'));
  await prove(user);
  await waitFor(() => expect(changed).toHaveBeenCalledTimes(1));
  expect(sent().map(unsealed)).toMatchObject([{ p: 'a brand new passphrase' }]);
});

it('shows what is wrong with a password before sending it, and keeps it', async () => {
  const user = show();
  const before = sent().length;
  await user.type(await field(), 'short');
  await user.click(await button('修改密码'));
  expect(await screen.findByText('密码长度应为 8 到 256 个字符')).toBeDefined();
  await user.type(await field(), ' but my shop');
  await user.tab();
  expect(await screen.findByText('密码不能包含主机名')).toBeDefined();
  expect((await field()).value).toBe('short but my shop');
  expect(sent()).toHaveLength(before);
});

it('shows the server’s refusal at the field, with what was typed', async () => {
  server.refusals.set(PATH, '400 新密码不能与当前密码相同');
  const user = show();
  await user.type(await field(), 'the same passphrase');
  await waitFor(async () =>
    expect((await button('修改密码')).getAttribute('aria-disabled')).not.toBe('true'),
  );
  await user.click(await button('修改密码'));
  await prove(user);
  expect(await screen.findByText('新密码不能与当前密码相同')).toBeDefined();
  expect((await field()).value).toBe('the same passphrase');
  expect(changed).not.toHaveBeenCalled();
});

it('shows a typed password on request, and a generated one at once', async () => {
  const user = show();
  const input = await field();
  expect(input.type).toBe('password');
  await user.click(await button('显示新密码'));
  expect(input.type).toBe('text');
  await user.click(await button('隐藏新密码'));
  await user.click(await button('生成密码'));
  expect(input.type).toBe('text');
  expect(input.value).toHaveLength(20);
  expect(screen.getByText(/密码强度：强/)).toBeDefined();
});

function Opener() {
  return (
    <button type="button" onClick={useChangePassword()}>
      open
    </button>
  );
}

it('opens the password dialog from any button, and closes it by Esc', async () => {
  const user = show(<Opener />);
  await user.click(await button('open'));
  await field();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('leaves the page for sign-in and passes on the reason', () => {
  const did: unknown[] = [];
  leaveForSignIn({
    history: { pushState: (state: unknown, _title: string, url: string) => did.push([state, url]) },
    location: { reload: () => did.push('reload') },
  } as unknown as Window);
  expect(did).toEqual([[{ ended: 'password-changed' }, '/login'], 'reload']);
});

it('generates passwords that never repeat, follow the rules and are strong', () => {
  const made = Array.from({ length: 200 }, generatePassword);
  expect(new Set(made).size).toBe(made.length);
  for (const one of made) {
    expect(one).toMatch(/^[a-zA-Z2-9]{20}$/);
    expect(passwordFlawOf(one, 'shop')).toBeUndefined();
  }
  expect(made.filter((one) => strengthOf(one) === 'weak')).toEqual([]);
});

it.each([
  ['aaaaaaaaaaaaaaaa', 'weak'],
  ['password', 'weak'],
  ['Str0ng-pass', 'fair'],
  ['correct horse battery staple 9', 'strong'],
])('rates %s as %s', (password, word) => {
  expect(strengthOf(password)).toBe(word);
});
