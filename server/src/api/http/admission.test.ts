import { request as requestHttp, type ClientRequest } from 'node:http';
import { sql } from 'kysely';
import { z } from 'zod';
import { defineCall } from '@sitedeck/contract';
import type { Handlers } from '../calls/handlers';
import { makeTestApi, type TestApi } from '#testing/api';
import { Browser, PASSWORD, Portal } from '#testing/browser';
import { Admission, LIMITS } from './admission';

const PORTAL = 'https://portal.example';
const KB = 1024;
const LARGE = 400 * KB;

describe('the limits on calls and bytes in progress', () => {
  const limits = { callsOfOne: 3, callsInAll: 5, bytesOfOne: 300 * KB, bytesInAll: 500 * KB };
  const make = () => new Admission({ ...LIMITS, host: limits });

  it('limits the calls of one caller and of all callers, and frees their share when they leave', () => {
    const admission = make();
    const passes = ['a', 'a', 'a', 'b'].map((name) => admission.enter('host', name));
    expect(() => admission.enter('host', 'a')).toThrow('too-busy');
    passes.push(admission.enter('host', 'b'));
    expect(() => admission.enter('host', 'c')).toThrow('too-busy');
    // Callers without a session have limits of their own.
    admission.enter('address', 'a').leave();
    passes[0]?.leave();
    passes[0]?.leave();
    admission.enter('host', 'a');
    expect(() => admission.enter('host', 'a')).toThrow('too-busy');
  });

  it('limits the bytes of one caller and of all callers, but always admits a small body', () => {
    const admission = make();
    const [a, b, c] = ['a', 'b', 'c'].map((name) => admission.enter('host', name));
    a?.reserve(300 * KB);
    expect(() => a?.reserve(1)).toThrow('too-busy');
    b?.reserve(200 * KB);
    expect(() => c?.reserve(100 * KB)).toThrow('too-busy');
    c?.reserve(60 * KB);
    a?.leave();
    b?.hold(400 * KB);
    expect(() => b?.reserve(1)).toThrow('too-busy');
    b?.leave();
    c?.reserve(200 * KB);
  });
});

/** Calls that end only when the test lets them. */
const calls = {
  work: defineCall({
    method: 'POST',
    path: '/api/sample/work',
    summary: 'Works',
    access: 'owner',
    effect: 'change',
    embed: 'any',
    body: z.object({ text: z.string() }),
    reply: z.object({}),
  }),
  visit: defineCall({
    method: 'POST',
    path: '/api/sample/visit',
    summary: 'Needs no session',
    access: 'public',
    effect: 'read',
    passive: true,
    body: z.object({ text: z.string() }),
    reply: z.object({}),
  }),
};

describe('a call with a body', () => {
  let api: TestApi;
  let attacker: Browser;
  let other: Browser;
  let embed: { readonly authorization: string; readonly origin: string };
  let open: (() => void)[] = [];
  let begun = 0;
  let endsAtOnce = false;
  const work = (): Promise<Record<string, never>> => {
    begun += 1;
    if (endsAtOnce) return Promise.resolve({});
    return new Promise((resolve) => open.push(() => resolve({})));
  };
  const handlers: Handlers<typeof calls> = { work, visit: work };

  beforeAll(async () => {
    const few = { callsOfOne: 3, callsInAll: 100, bytesOfOne: 500 * KB, bytesInAll: 4096 * KB };
    const limits = { ...LIMITS, host: few, address: { ...few, callsOfOne: 6 } };
    api = await makeTestApi({ extra: { calls, handlers }, limits });
    const portal = new Portal(api);
    await portal.host(await portal.account(), 'other');
    const accountCode = await portal.account();
    const hostCode = await portal.host(accountCode, 'attacker');
    const token = await portal.embedToken({ accountCode, hostCode, remote: 'files', origin: PORTAL });
    embed = { authorization: `Bearer ${token}`, origin: PORTAL };
    [attacker, other] = [new Browser(api), new Browser(api)];
    await attacker.login('attacker', PASSWORD);
    await other.login('other', PASSWORD);
  });
  beforeEach(() => {
    [open, begun, endsAtOnce] = [[], 0, false];
  });
  afterAll(() => api.close());

  const until = async (isSo: () => boolean | Promise<boolean>): Promise<void> => {
    while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  const end = (): void => open.splice(0).forEach((one) => one());
  const sendRequest = (browser: Browser, text = 'x') =>
    browser.request('/api/sample/work', { json: { text } });
  /** Waits until the server admits a large call of the attacker again. */
  const isFree = async (): Promise<void> => {
    endsAtOnce = true;
    while ((await sendRequest(attacker, 'x'.repeat(LARGE))).code === '429');
  };

  /** Sends the head and the first bytes of a request; `answer` resolves to the status of its response. */
  function begin(
    path: string,
    headers: object,
    first = '{"text":"',
  ): { sent: ClientRequest; answer: Promise<number> } {
    const sent = requestHttp(api.url + path, {
      method: 'POST',
      headers: {
        'x-requested-with': 'XMLHttpRequest',
        'content-type': 'application/json',
        cookie: attacker.cookie,
        ...headers,
      },
    });
    const answer = new Promise<number>((resolve, reject) => {
      sent.once('response', (reply) => resolve(reply.resume().statusCode ?? 0)).once('error', reject);
    });
    sent.write(first);
    return { sent, answer };
  }

  it('is refused with a message and Retry-After when its host has too many calls, while another host is served', async () => {
    const replies = [sendRequest(attacker), sendRequest(attacker), sendRequest(attacker)];
    await until(() => begun === 3);
    const refused = await sendRequest(attacker);
    expect(refused).toMatchObject({ status: 429, code: '429', reason: 'too-busy' });
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(refused.msg).toBe('请求过多，服务器暂时无法处理，请 1 秒后再试');
    expect((await attacker.request('/api/currentHostInfo')).code).toBe('429');
    const served = sendRequest(other);
    await until(() => begun === 4);
    end();
    expect((await served).code).toBe('200');
    await Promise.all(replies);
    expect((await attacker.request('/api/currentHostInfo')).code).toBe('200');
  });

  it('is refused for its declared length before a byte of its body is read', async () => {
    const first = begin('/api/sample/work', { 'content-length': LARGE });
    const second = begin('/api/sample/work', { 'content-length': LARGE });
    const answers = [first.answer, second.answer].map((one) => one.catch(() => 0));
    // Neither request has sent its body, yet the refused one is answered.
    expect(await Promise.race(answers)).toBe(429);
    first.sent.destroy();
    second.sent.destroy();
    await Promise.all(answers);
    await isFree();
  });

  it('is counted as it arrives if it declares no length', async () => {
    const { sent, answer } = begin('/api/sample/work', { 'transfer-encoding': 'chunked' });
    sent.write('x'.repeat(LARGE));
    const refusal = answer.then((status) => expect(status).toBe(429));
    sent.write('x'.repeat(LARGE));
    await refusal;
    sent.destroy();
    await isFree();
  });

  it('counts against the limits until its work has settled, even if its client disconnects', async () => {
    const { sent, answer } = begin('/api/sample/work', {}, JSON.stringify({ text: 'x'.repeat(LARGE) }));
    sent.end();
    await until(() => begun === 1);
    sent.destroy();
    await answer.catch(() => undefined);
    expect((await sendRequest(attacker, 'x'.repeat(LARGE))).code).toBe('429');
    end();
    await isFree();
  });

  it('counts against its network’s limits if it needs no session', async () => {
    const visit = () => new Browser(api).request('/api/sample/visit', { json: { text: 'x' } });
    const replies = Array.from({ length: 6 }, visit);
    await until(() => begun === 6);
    expect(await visit()).toMatchObject({ status: 429, reason: 'too-busy' });
    const served = sendRequest(other);
    await until(() => begun === 7);
    end();
    expect((await served).code).toBe('200');
    await Promise.all(replies);
  });

  it('writes no row in the operation log when it is refused', async () => {
    const replies = [sendRequest(attacker), sendRequest(attacker), sendRequest(attacker)];
    await until(() => begun === 3);
    for (let count = 0; count < 20; count += 1) await sendRequest(attacker);
    end();
    await Promise.all(replies);
    const rows = await api.test.db
      .selectFrom('operation_log')
      .selectAll()
      .where('result', '=', 'too-busy')
      .execute();
    expect(rows).toEqual([]);
  });

  it('stops counting when the connection ends in the middle of the body', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { sent, answer } = begin('/api/sample/work', { 'content-length': LARGE });
      sent.destroy();
      await answer.catch(() => undefined);
    }
    await isFree();
  });

  it.each([
    ['would send a body', {}],
    ['would be refused', { 'x-host-code': 'vh99999' }],
  ])(
    'stops counting when a client disconnects during the lookup of its session (its request %s)',
    async (_what, more) => {
      const headers = { cookie: [], ...embed, 'content-length': 20, ...more };
      for (let round = 0; round < 4; round += 1)
        await api.test.db.transaction().execute(async (trx) => {
          await sql`lock table access_token in access exclusive mode`.execute(trx);
          const { sent, answer } = begin('/api/sample/work', headers);
          await until(async () => {
            const waiting = await sql`select 1 from pg_locks
            where relation = 'access_token'::regclass and not granted`.execute(trx);
            return waiting.rows.length > 0;
          });
          sent.destroy();
          await answer.catch(() => undefined);
          // The server notices the closed connection before it answers on another one.
          await other.request('/api/currentHostInfo');
        });
      await isFree();
    },
  );

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/json-seq'])(
    'is refused before it is read when it arrives in chunks of %s',
    async (type) => {
      const headers = { 'content-type': type, 'transfer-encoding': 'chunked' };
      const { sent, answer } = begin('/api/sample/work', headers, 'text=x');
      // The body is still being sent; only a server that does not read it can answer already.
      expect(await answer).toBe(200);
      sent.destroy();
      expect(begun).toBe(0);
      endsAtOnce = true;
      await isFree();
    },
  );

  it('answers 429 with Retry-After to too many preflights', async () => {
    const replies = Array.from({ length: 6 }, () =>
      new Browser(api).request('/api/sample/visit', { json: { text: 'x' } }),
    );
    await until(() => begun === 6);
    const refused = await fetch(`${api.url}/api/sample/work`, {
      method: 'OPTIONS',
      headers: { origin: PORTAL },
    });
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('1');
    end();
    await Promise.all(replies);
  });
});
