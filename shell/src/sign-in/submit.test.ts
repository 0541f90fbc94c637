import { createChallenge } from 'altcha-lib/v1';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { config } from '../testing/samples';
import type { SignInPhase } from './sign-in-port';
import { signIn } from './submit';

let server: Server;
let base: string;
let loginReply: string;
let challenges: 'given' | 'refused' | 'without-random';
let sent: URLSearchParams[];

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      const { url = '', headers } = request;
      if (headers['x-requested-with'] !== 'XMLHttpRequest') response.writeHead(403).end();
      else if (url.startsWith('/api/captcha/challenge?hostName=shop'))
        void challenge().then((text) => response.end(text));
      else if (url === '/api/login') {
        sent.push(new URLSearchParams(body));
        response.end(loginReply);
      } else response.writeHead(404).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
beforeEach(() => {
  sent = [];
  challenges = 'given';
  loginReply = '{"code":"200","res":{"hostCode":"vh1"},"msg":""}';
});

async function challenge(): Promise<string> {
  if (challenges === 'refused') return '{"code":"429","res":{},"msg":"slow down"}';
  const made = await createChallenge({ hmacKey: 'k', maxnumber: 50 });
  const captchaRand = challenges === 'given' ? 'r1' : '';
  return JSON.stringify({ code: '200', res: { ...made, maxnumber: 50, captchaRand }, msg: '' });
}

function tryIn(apiBase = `${base}/api`) {
  const phases: SignInPhase[] = [];
  const setting = {
    config: { ...config, apiBase },
    locale: 'zh-CN' as const,
    onPhase: (phase: SignInPhase) => phases.push(phase),
  };
  return signIn({ hostName: 'shop', password: 'secret' }, setting).then((outcome) => ({ outcome, phases }));
}

it('solves the challenge, then sends name, sealed password, random string and ticket as a form', async () => {
  const { outcome, phases } = await tryIn();
  expect(outcome).toEqual({ is: 'signed-in' });
  expect(phases).toEqual(['checking', 'sending']);
  expect([...(sent[0]?.keys() ?? [])].sort()).toEqual([
    'captchaRand',
    'captchaTicket',
    'hostName',
    'password',
  ]);
  expect(sent[0]?.get('captchaRand')).toBe('r1');
  expect(sent[0]?.get('password')).not.toContain('secret');
});

it('finds the API for a base that is an origin and for one that ends with the zone', async () => {
  expect((await tryIn(base)).outcome).toEqual({ is: 'signed-in' });
});

it.each(['refused', 'without-random'] as const)('sends nothing when the challenge is %s', async (kind) => {
  challenges = kind;
  const { outcome, phases } = await tryIn();
  expect(outcome).toEqual({ is: 'captcha-failed' });
  expect(phases).toEqual(['checking']);
  expect(sent).toEqual([]);
});

it('distinguishes wrong credentials from another refusal', async () => {
  loginReply = '{"code":"403","res":{"reason":"wrong-credentials"},"msg":"x"}';
  expect((await tryIn()).outcome).toEqual({ is: 'wrong-credentials' });
  loginReply = '{"code":"400","res":{"reason":"password-replayed"},"msg":"登录请求已使用过，请重新登录"}';
  expect((await tryIn()).outcome).toEqual({ is: 'refused', message: '登录请求已使用过，请重新登录' });
});

it("reports that sign-in can't be reached", async () => {
  loginReply = '<html>Bad Gateway';
  expect((await tryIn()).outcome).toEqual({ is: 'unreachable' });
});
