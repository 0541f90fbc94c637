import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import { CaptchaChallenge, FaultDetail } from '@sitedeck/contract';
import { z } from 'zod';
import { TEST_KEY, type TestApi } from './api';

const Envelope = z.object({ code: z.string(), res: z.unknown(), msg: z.string() });

export interface CallReply {
  readonly status: number;
  readonly code: string;
  readonly res: unknown;
  readonly msg: string;
  readonly headers: Headers;
  /** Reason of a refusal. */
  readonly reason: string | undefined;
  readonly field: string | undefined;
}

/** One field of the payload; undefined if it has none of this name. */
export const fieldOf = ({ res }: Pick<CallReply, 'res'>, name: string): unknown =>
  typeof res === 'object' && res !== null ? Reflect.get(res, name) : undefined;

export interface CallOptions {
  readonly method?: string;
  readonly json?: unknown;
  readonly form?: Readonly<Record<string, string>>;
  readonly body?: BodyInit;
  /** A header set to undefined is not sent. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

async function toCallReply(reply: Response): Promise<CallReply> {
  const text = await reply.text();
  const envelope = Envelope.parse(text === '' ? { code: '', res: null, msg: '' } : JSON.parse(text));
  const fault = FaultDetail.safeParse(envelope.res);
  const { reason, field } = fault.success ? fault.data : { reason: undefined, field: undefined };
  return { status: reply.status, headers: reply.headers, reason, field, ...envelope };
}

function requestOf(request: CallOptions, headers: Record<string, string | undefined>): RequestInit {
  const all = { ...headers, ...request.headers };
  const sent = Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  const hasBody = request.json !== undefined || request.form !== undefined || request.body !== undefined;
  const method = request.method ?? (hasBody ? 'POST' : 'GET');
  if (request.json !== undefined)
    return {
      method,
      headers: { 'content-type': 'application/json', ...sent },
      body: JSON.stringify(request.json),
    };
  if (request.form)
    return { method, headers: sent, body: new URLSearchParams(request.form), redirect: 'manual' };
  return {
    method,
    headers: sent,
    redirect: 'manual',
    ...(request.body !== undefined && { body: request.body }),
  };
}

/** Solves a challenge by trying, as a page does. */
export function solveCaptcha(challenge: CaptchaChallenge): string {
  const { algorithm, salt, signature } = challenge;
  for (let number = 0; number <= challenge.maxnumber; number += 1) {
    if (createHash('sha256').update(`${salt}${number}`).digest('hex') !== challenge.challenge) continue;
    const solution = { algorithm, challenge: challenge.challenge, number, salt, signature };
    return Buffer.from(JSON.stringify(solution)).toString('base64');
  }
  throw new Error('The challenge has no solution');
}

/** Encrypts a password as a page does before it sends it. */
export function sealPassword(password: string, captchaRand: string, wireKey: string): string {
  const iv = randomBytes(16);
  const cipher = createCipheriv('aes-256-cbc', Buffer.from(wireKey, 'base64'), iv);
  const text = JSON.stringify({ p: password, r: captchaRand });
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final()]).toString('base64');
}

/** A browser on the console's page: keeps the cookie and sends the header. */
export class Browser {
  cookie: string | undefined;

  constructor(
    private readonly api: {
      readonly url: string;
      readonly core: { readonly config: { readonly wireKey: string } };
    },
    private readonly always: Readonly<Record<string, string>> = {},
  ) {}

  async raw(path: string, request: CallOptions = {}): Promise<Response> {
    const headers = { 'x-requested-with': 'XMLHttpRequest', cookie: this.cookie, ...this.always };
    const reply = await fetch(`${this.api.url}${path}`, requestOf(request, headers));
    const set = reply.headers.get('set-cookie');
    if (set !== null) this.cookie = set.split(';')[0]?.replace(/^[^=]+=$/, '') || undefined;
    return reply;
  }

  async request(path: string, request: CallOptions = {}): Promise<CallReply> {
    return toCallReply(await this.raw(path, request));
  }

  async challenge(hostName?: string): Promise<CaptchaChallenge> {
    const query = hostName === undefined ? '' : `?hostName=${encodeURIComponent(hostName)}`;
    return CaptchaChallenge.parse((await this.request(`/api/captcha/challenge${query}`)).res);
  }

  async loginForm(hostName: string, password: string): Promise<Record<string, string>> {
    const challenge = await this.challenge(hostName);
    const { captchaRand } = challenge;
    const wire = sealPassword(password, captchaRand, this.api.core.config.wireKey);
    return { hostName, password: wire, captchaRand, captchaTicket: solveCaptcha(challenge) };
  }

  async login(hostName: string, password: string): Promise<CallReply> {
    return this.request('/api/login', { form: await this.loginForm(hostName, password) });
  }
}

/** A client of the provider's API, as a portal uses it. */
export class Portal {
  constructor(
    private readonly api: Pick<TestApi, 'providerUrl'>,
    /** Null: sends none. */
    private readonly key: string | null = TEST_KEY,
  ) {}

  async request(path: string, request: CallOptions = {}): Promise<CallReply> {
    const authorization = this.key === null ? undefined : `Bearer ${this.key}`;
    return toCallReply(await fetch(`${this.api.providerUrl}${path}`, requestOf(request, { authorization })));
  }

  /** One string from a reply that must have succeeded. */
  private async text(path: string, json: unknown, name: string): Promise<string> {
    const answer = await this.request(path, { json });
    if (answer.code !== '200') throw new Error(`${path}: ${answer.msg}`);
    return z
      .record(z.string(), z.unknown())
      .transform((res) => String(res[name]))
      .parse(answer.res);
  }

  account(name = 'An account'): Promise<string> {
    return this.text('/provider/accounts', { name }, 'accountCode');
  }

  host(accountCode: string, hostName: string, more: object = {}): Promise<string> {
    const host = { accountCode, hostName, password: PASSWORD, language: 'PHP', ...more };
    return this.text('/provider/hosts', host, 'hostCode');
  }

  token(accountCode: string, more: object = {}): Promise<string> {
    return this.text('/provider/tokens', { accountCode, ...more }, 'token');
  }

  embedToken(json: {
    accountCode: string;
    hostCode: string;
    remote: string;
    origin: string;
  }): Promise<string> {
    return this.text('/provider/embed-tokens', json, 'token');
  }
}

/** The password of every test host. */
export const PASSWORD = 'correct horse battery';
