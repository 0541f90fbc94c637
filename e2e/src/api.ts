import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import type { AnyEnvelope } from '@sitedeck/contract';
import { writeFirstPage } from './first-page';
import type { Product } from './product';

/** A client that holds a session cookie and shares no code with the product, like a third party's script. */
export interface Client {
  readonly cookie: string;
  /** @param address method and path, as in `POST /fs/ls` */
  call(address: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<ProviderReply>;
}

export interface ProviderReply {
  readonly status: number;
  readonly code: string;
  readonly res: Record<string, unknown>;
  readonly msg: string;
  readonly headers: Headers;
}

const AJAX = { 'X-Requested-With': 'XMLHttpRequest' };
/** Under load the front door closes idle connections, at any moment: a call on such a one would fail. */
const NEW_CONNECTION = { connection: 'close' };
/** Ends a call that hangs, ms. */
const PATIENCE_MS = 90_000;

async function answerOf(reply: Response): Promise<ProviderReply> {
  const text = await reply.text();
  const body = (text.startsWith('{') ? JSON.parse(text) : {}) as AnyEnvelope;
  const res = typeof body.res === 'object' && body.res !== null ? (body.res as Record<string, unknown>) : {};
  return {
    status: reply.status,
    code: String(body.code ?? ''),
    res,
    msg: body.msg ?? '',
    headers: reply.headers,
  };
}

function parts(address: string): { method: string; path: string } {
  const [method = '', path = ''] = address.split(' ');
  return { method, path };
}

export function clientOf(product: Product, cookie: string): Client {
  return {
    cookie,
    call: async (address, body, headers = {}) => {
      const { method, path } = parts(address);
      const json = body === undefined ? {} : { 'Content-Type': 'application/json' };
      const reply = await product.request(product.origin + path, {
        method,
        redirect: 'manual',
        headers: { ...AJAX, ...NEW_CONNECTION, ...json, cookie, ...headers },
        signal: AbortSignal.timeout(PATIENCE_MS),
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return answerOf(reply);
    },
  };
}

const cookieOf = (reply: Response): string => (reply.headers.get('set-cookie') ?? '').split(';')[0] ?? '';

/** Signs a host in with a token from the provider's portal. */
export async function signInByToken(product: Product, token: string): Promise<Client> {
  const reply = await product.request(
    `${product.origin}/api/login/token?token=${encodeURIComponent(token)}`,
    {
      headers: { Accept: 'application/json' },
      redirect: 'manual',
    },
  );
  return clientOf(product, cookieOf(reply));
}

interface Challenge {
  captchaRand: string;
  algorithm: string;
  challenge: string;
  salt: string;
  maxnumber: number;
  signature: string;
}

function solve(challenge: Challenge): string {
  const { algorithm, salt, signature } = challenge;
  for (let number = 0; number <= challenge.maxnumber; number += 1) {
    const hash = createHash('sha256').update(`${salt}${number}`).digest('hex');
    if (hash !== challenge.challenge) continue;
    const solution = { algorithm, challenge: hash, number, salt, signature };
    return Buffer.from(JSON.stringify(solution)).toString('base64');
  }
  throw new Error('The challenge has no solution');
}

function wirePassword(wireKey: string, p: string, r: string): string {
  const iv = randomBytes(16);
  const cipher = createCipheriv('aes-256-cbc', Buffer.from(wireKey, 'base64'), iv);
  return Buffer.concat([iv, cipher.update(JSON.stringify({ p, r }), 'utf8'), cipher.final()]).toString(
    'base64',
  );
}

/** The form of one sign-in. The server refuses a second use as a replay. */
export async function loginForm(
  product: Product,
  hostName: string,
  password: string,
): Promise<URLSearchParams> {
  const config = (await (await product.request(`${product.origin}/config.json`)).json()) as {
    wireKey: string;
  };
  const reply = await product.request(`${product.origin}/api/captcha/challenge?hostName=${hostName}`, {
    headers: AJAX,
  });
  const challenge = ((await reply.json()) as { res: Challenge }).res;
  const captchaRand = challenge.captchaRand;
  const secret = wirePassword(config.wireKey, password, captchaRand);
  return new URLSearchParams({ hostName, password: secret, captchaRand, captchaTicket: solve(challenge) });
}

export async function sendLogin(
  product: Product,
  form: URLSearchParams,
): Promise<ProviderReply & { client: Client }> {
  const reply = await product.request(`${product.origin}/api/login`, {
    method: 'POST',
    headers: AJAX,
    body: form,
  });
  const client = clientOf(product, cookieOf(reply));
  return { ...(await answerOf(reply)), client };
}

/** Calls the provider API; `address` is method and path. A new host gets a first page. */
export async function callProvider(
  product: Product,
  address: string,
  body?: unknown,
): Promise<ProviderReply> {
  const { method, path } = parts(address);
  const reply = await fetch(product.provider.origin + path, {
    method,
    headers: { Authorization: `Bearer ${product.provider.key}`, 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer = await answerOf(reply);
  const { hostCode } = answer.res;
  if (address === 'POST /provider/hosts' && typeof hostCode === 'string')
    await writeFirstPage(product.data, hostCode);
  return answer;
}
