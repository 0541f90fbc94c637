import { changePassword, HostCode, type HostInfo, type VerifyWays } from '@sitedeck/contract';
import { call, installKernel, setHost, toFault } from '@sitedeck/sdk';
import { screen, waitFor } from '@testing-library/react';
import { createDecipheriv } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { useState } from 'react';
import { renderUi, seriousFindings } from '../testing/render-ui';
import { useVerify } from './use-verify';

const WIRE_KEY = Buffer.alloc(32, 3);

/** The server's next replies to the action, in order; after them it succeeds. */
let replies: {
  readonly status?: number;
  readonly code: string;
  readonly msg: string;
  readonly res: unknown;
}[] = [];
let sendReply: (typeof replies)[number] | undefined;
let requests: { readonly path: string; readonly verify: string | undefined; readonly body: string }[] = [];
let hosts = 0;

function answerTo(path: string): (typeof replies)[number] {
  const done = { code: '200', msg: '' };
  if (path.startsWith('/api/captcha/challenge'))
    return { ...done, res: { captchaRand: `rand-${requests.length}` } };
  if (path.startsWith('/api/captcha/send')) return sendReply ?? { ...done, res: '发送成功' };
  return replies.shift() ?? { ...done, res: {} };
}

const server = createServer((request, response) => {
  response.setHeader('Access-Control-Allow-Origin', request.headers.origin ?? '*');
  response.setHeader('Access-Control-Allow-Credentials', 'true');
  response.setHeader('Access-Control-Allow-Headers', request.headers['access-control-request-headers'] ?? '');
  if (request.method === 'OPTIONS') return void response.writeHead(204).end();
  let body = '';
  request.setEncoding('utf8').on('data', (text: string) => (body += text));
  request.on('end', () => {
    const path = request.url ?? '';
    const verify = request.headers['x-verify'];
    // The page polls its tasks meanwhile.
    if (path.startsWith('/api/task/')) return void response.end('{"code":"200","res":[],"msg":""}');
    requests.push({ path, body, verify: typeof verify === 'string' ? verify : undefined });
    const reply = answerTo(path);
    response
      .writeHead(reply.status ?? 200, { 'content-type': 'application/json' })
      .end(JSON.stringify(reply));
  });
});

const hostInfo = (): HostInfo => ({
  hostService: {
    hostName: 'shop',
    // A host of its own: the countdown outlives a test.
    hostCode: HostCode.parse(`vh${10_000 + (hosts += 1)}`),
    serviceStatus: { value: 'NORMAL' },
  },
  specInfo: { language: 'PHP', productType: '', plugin: 0, osType: 'Linux' },
  instanceType: '',
  operatorType: 'USER',
  remark: '',
  domains: [],
  operator: 'shop',
  testUrl: 'http://vh10001.localhost:8081/',
  caged: true,
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  installKernel({
    config: {
      apiBase: `http://127.0.0.1:${port}`,
      fileServiceBase: '',
      wireKey: WIRE_KEY.toString('base64'),
      links: {},
      copyright: '',
    },
  });
});
afterAll(() => {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
});
beforeEach(() => {
  replies = [];
  sendReply = undefined;
  requests = [];
  setHost(hostInfo(), 'FTP');
});

const BOTH: VerifyWays = { password: true, email: 'o***@example.com', token: false };
const refusal = (reason: string, msg: string, more: object = {}) => ({
  code: '403',
  msg,
  res: { reason, field: 'X-Verify', ...more },
});

/** Stops the countdown at its start: a busy machine renders its first second late. */
const stopClock = () => jest.spyOn(performance, 'now').mockReturnValue(performance.now());

function Act({ ways }: { readonly ways?: VerifyWays }) {
  const verify = useVerify();
  const [outcome, setOutcome] = useState('none');
  const act = () =>
    verify({
      act: 'changePassword',
      ...(ways && { ways }),
      confirm: '修改密码',
      run: (options) => call(changePassword, { body: { password: 'new' } }, options),
    }).then(
      ({ is }) => setOutcome(is),
      (fault: unknown) => setOutcome(`failed: ${toFault(fault).reason}`),
    );
  return (
    <>
      <button type="button" onClick={() => void act()}>
        act
      </button>
      <output>{outcome}</output>
    </>
  );
}

async function open(ways = BOTH) {
  const { user } = renderUi(<Act ways={ways} />);
  await user.click(screen.getByText('act'));
  const dialog = await screen.findByRole('dialog');
  return { user, dialog };
}

const outcome = () => document.querySelector('output')?.textContent;
const acts = () => requests.filter(({ path }) => path.endsWith('/changePwd'));
const submit = () => screen.getByRole('button', { name: '修改密码' });

function unsealed(wire: string | undefined): unknown {
  const bytes = Buffer.from(wire ?? '', 'base64');
  const cipher = createDecipheriv('aes-256-cbc', WIRE_KEY, bytes.subarray(0, 16));
  return JSON.parse(Buffer.concat([cipher.update(bytes.subarray(16)), cipher.final()]).toString('utf8'));
}

it('sends the current password sealed under a fresh captchaRand, and closes', async () => {
  const { user, dialog } = await open();
  expect(await seriousFindings(dialog)).toEqual([]);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('当前 FTP 密码')));
  await user.keyboard('secret 1{Enter}');
  await waitFor(() => expect(outcome()).toBe('done'));
  expect(unsealed(acts()[0]?.verify)).toEqual({ p: 'secret 1', r: 'rand-1' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('shows a wrong password inline, keeps what was typed and the focus, and seals it again', async () => {
  replies = [refusal('verify-wrong', '当前密码错误，操作未执行')];
  const { user } = await open();
  await user.type(screen.getByLabelText('当前 FTP 密码'), 'wrong');
  await user.click(submit());
  const field = screen.getByLabelText<HTMLInputElement>('当前 FTP 密码');
  await waitFor(() => expect(screen.getByText('当前密码错误，操作未执行')).toBeDefined());
  expect(field.value).toBe('wrong');
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(field.getAttribute('aria-invalid')).toBe('true');
  await user.type(field, ' no more{Enter}');
  await waitFor(() => expect(outcome()).toBe('done'));
  const rands = acts().map(({ verify }) => (unsealed(verify) as { r: string }).r);
  expect(new Set(rands).size).toBe(2);
});

it('shows the seconds when the server asks to wait', async () => {
  replies = [
    {
      status: 429,
      code: '429',
      msg: '尝试次数过多，请 8 秒后再试',
      res: { reason: 'too-many-attempts', retryAfter: 8 },
    },
  ];
  const { user } = await open();
  await user.type(screen.getByLabelText('当前 FTP 密码'), 'again{Enter}');
  expect(await screen.findByText('尝试次数过多，请 8 秒后再试')).toBeDefined();
  expect(outcome()).toBe('none');
});

it('requests a code, counts down from 60 seconds while the button is disabled, and sends the code', async () => {
  stopClock();
  const { user } = await open();
  await user.click(screen.getByLabelText('邮件验证码（o***@example.com）'));
  await user.click(screen.getByRole('button', { name: '获取验证码' }));
  const resendButton = await screen.findByRole('button', { name: '60 秒后重发' });
  expect(resendButton.getAttribute('aria-disabled')).toBe('true');
  expect(await screen.findByText('发送成功')).toBeDefined();
  await user.click(resendButton);
  expect(requests.filter(({ path }) => path === '/api/captcha/send/email')).toMatchObject([
    { body: '{"act":"changePassword"}' },
  ]);
  await user.type(screen.getByLabelText('验证码'), '123456{Enter}');
  await waitFor(() => expect(outcome()).toBe('done'));
  expect(acts()[0]?.verify).toBe('123456');
});

it('continues the countdown after the dialog was closed and opened again', async () => {
  const { user } = await open();
  await user.click(screen.getByLabelText('邮件验证码（o***@example.com）'));
  await user.click(screen.getByRole('button', { name: '获取验证码' }));
  await screen.findByRole('button', { name: /秒后重发$/ });
  await user.click(screen.getByRole('button', { name: '取消' }));
  await waitFor(() => expect(outcome()).toBe('cancelled'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByText('act'));
  await user.click(await screen.findByLabelText('邮件验证码（o***@example.com）'));
  expect(screen.getByRole('button', { name: /^(60|5\d) 秒后重发$/ })).toBeDefined();
});

it('counts down until the server sends a code again, also when another session has requested one', async () => {
  stopClock();
  sendReply = {
    status: 429,
    code: '429',
    msg: '请 30 秒后再试',
    res: { reason: 'code-too-soon', retryAfter: 30 },
  };
  const { user } = await open();
  await user.click(screen.getByLabelText('邮件验证码（o***@example.com）'));
  await user.click(screen.getByRole('button', { name: '获取验证码' }));
  expect(await screen.findByRole('button', { name: '30 秒后重发' })).toBeDefined();
  expect(screen.getByText('请 30 秒后再试')).toBeDefined();
});

it('sends nothing while nothing is typed, and says what is missing', async () => {
  const { user } = await open();
  await user.click(submit());
  expect(screen.getByText('请输入当前密码')).toBeDefined();
  await user.click(screen.getByLabelText('邮件验证码（o***@example.com）'));
  expect(screen.queryByText('请输入当前密码')).toBeNull();
  await user.type(screen.getByLabelText('验证码'), '12345{Enter}');
  expect(screen.getByText('请输入 6 位验证码')).toBeDefined();
  expect(requests).toEqual([]);
});

it('passes a refusal that is not about the proof on to the caller', async () => {
  replies = [
    { code: '400', msg: '新密码不能与当前密码相同', res: { reason: 'password-same', field: 'password' } },
  ];
  const { user } = await open();
  await user.type(screen.getByLabelText('当前 FTP 密码'), 'secret{Enter}');
  await waitFor(() => expect(outcome()).toBe('failed: password-same'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('asks nothing of a user who came from the portal a moment ago, and asks if that was too long ago', async () => {
  const portal: VerifyWays = { password: true, token: true };
  const { user } = renderUi(<Act ways={portal} />);
  await user.click(screen.getByText('act'));
  await waitFor(() => expect(outcome()).toBe('done'));
  expect(acts()).toMatchObject([{ verify: undefined }]);

  replies = [refusal('verify-needed', '此操作需要验证身份', { ways: ['password', 'token'] })];
  await user.click(screen.getByText('act'));
  expect(await screen.findByText(/从服务商页面重新进入/)).toBeDefined();
  // A password is the only proof that can be typed, so there is nothing to choose.
  expect(screen.queryByRole('radio')).toBeNull();
});

it('reads the ways of the user where the page has not read them', async () => {
  replies = [{ code: '200', msg: '', res: { verify: BOTH } }];
  const { user } = renderUi(<Act />);
  await user.click(screen.getByText('act'));
  expect(await screen.findByLabelText('邮件验证码（o***@example.com）')).toBeDefined();
  expect(requests.map(({ path }) => path)).toContain('/api/vhost/info');
});

it('asks for the password when the ways can not be read', async () => {
  replies = [{ code: '403', msg: '', res: { reason: 'host-blocked' } }];
  const { user } = renderUi(<Act />);
  await user.click(screen.getByText('act'));
  expect(await screen.findByLabelText('当前 FTP 密码')).toBeDefined();
  expect(screen.queryByRole('radio')).toBeNull();
});

it('treats Esc as Cancel', async () => {
  const { user } = await open();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(outcome()).toBe('cancelled'));
});
