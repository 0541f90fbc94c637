import {
  defineCall,
  downloadFile,
  getTask,
  login,
  makeFolder,
  queryTaskList,
  queryTaskPage,
  uploadSlice,
  type CallShape,
} from '@sitedeck/contract';
import { makeServerClock } from '../clock/server-clock';
import { makeEvents } from '../kernel/events';
import type { KernelEvents } from '../kernel/kernel-events';
import { makeStore } from '../kernel/store';
import { hostLoaded } from '../host/host-slice';
import { configFor, hostInfo } from '../testing/samples';
import { json, startWireServer, type WireServer } from '../testing/wire-server';
import { cookieAccess, tokenAccess, type TokenSource } from './access';
import { makeCall, makeExchange } from './call';
import { requestToken } from './portal-token';
import { makeSupersede } from './supersede';
import { toFault } from './to-fault';

let server: WireServer;
beforeAll(async () => {
  server = await startWireServer((_request, response) => json(response, { code: '200', res: {}, msg: '' }));
});
afterAll(() => server.close());

function page(source?: TokenSource) {
  const { store } = makeStore();
  store.dispatch(hostLoaded({ host: hostInfo(), loginSource: 'FTP' }));
  const events = makeEvents<KernelEvents>();
  const faults: KernelEvents['fault'][] = [];
  events.on('fault', (detail) => faults.push(detail));
  const moved: KernelEvents['host-changed'][] = [];
  events.on('host-changed', (detail) => moved.push(detail));
  const expired = jest.fn();
  const access = source ? tokenAccess(source) : cookieAccess;
  const clock = makeServerClock();
  const exchange = makeExchange({
    config: configFor(server.url),
    store,
    events,
    supersede: makeSupersede(),
    access,
    clock,
    sessionExpired: expired,
  });
  return { call: makeCall(exchange), exchange, access, clock, faults, moved, expired };
}

const last = () => server.requests[server.requests.length - 1];
const firstPage = { params: { hostCode: 'vh10001', page: 1, size: 20 }, body: {} };
const folder = { body: { path: '/wwwroot/a' } };

const anything = downloadFile.reply;

/** Calls of pages to come, whose rules already hold. */
const later = <const P extends `/${string}`>(path: P) =>
  defineCall({
    method: 'POST',
    path,
    summary: '',
    access: 'owner',
    effect: 'change',
    body: anything,
    reply: anything,
  });

describe('what a call sends', () => {
  beforeEach(() =>
    server.answer((_request, response) => json(response, { code: 200, res: { ok: 1 }, msg: '' })),
  );

  it('marks the request, names host and language, and sends JSON', async () => {
    await page().call(makeFolder, folder);
    expect(last()).toMatchObject({ method: 'POST', url: '/fs/mkdir', body: '{"path":"/wwwroot/a"}' });
    expect(last()?.headers).toMatchObject({
      'x-requested-with': 'XMLHttpRequest',
      'x-host-code': 'vh10001',
      'accept-language': 'zh-CN',
      'content-type': 'application/json',
    });
  });

  it('sends the cookie of the session, also to a server of another origin', async () => {
    server.answer((_request, response) =>
      json(response.setHeader('Set-Cookie', 'sitedeck_session=kept'), { code: 200, res: {}, msg: '' }),
    );
    await page().call(makeFolder, folder);
    await page().call(makeFolder, folder);
    expect(last()?.headers.cookie).toBe('sitedeck_session=kept');
  });

  it('fills the path, and uses another host where one is given', async () => {
    await page().call(getTask, { params: { id: 12 } }, { hostCode: 'vh2', headers: { 'X-Verify': 'v' } });
    expect(last()).toMatchObject({ method: 'GET', url: '/api/task/getTask/12' });
    expect(last()?.headers).toMatchObject({ 'x-host-code': 'vh2', 'x-verify': 'v' });
  });

  it('reads the server’s time from the reply', async () => {
    server.answer((_request, response) => {
      response.setHeader('Date', new Date(Date.now() + 7200_000).toUTCString());
      json(response, { code: '200', res: {}, msg: '' });
    });
    const { call, clock } = page();
    await call(makeFolder, folder);
    expect(Math.abs(clock.now() - Date.now() - 7200_000)).toBeLessThan(2000);
  });

  it('sends a form where the call declares one, and no host on a public call', async () => {
    await page().call(login, { body: { hostName: 'a b', password: 'p' } });
    expect(last()?.body).toBe('hostName=a+b&password=p');
    expect(last()?.headers).not.toHaveProperty('x-host-code');
  });

  it('sends the bytes of an upload as multipart with its folder in the query, and reports progress', async () => {
    const body = new FormData();
    body.append('file', new Blob(['abc']), 'a.txt');
    const onUploadProgress = jest.fn();
    await page().call(uploadSlice, { query: { path: '/wwwroot/ü' }, body }, { onUploadProgress });
    expect(last()?.url).toBe('/fs/upload?path=%2Fwwwroot%2F%C3%BC');
    expect(last()?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(last()?.body).toContain('filename="a.txt"');
    expect(onUploadProgress).toHaveBeenCalled();
  });
});

describe('what counts as success', () => {
  const reply = (body: unknown) => server.answer((_request, response) => json(response, body));

  it.each([
    ['code as text', { code: '200', res: 5 }],
    ['code as number', { code: 200, res: 5 }],
    ['a status flag', { status: true, res: 5 }],
  ])('accepts %s as a success', async (_name, body) => {
    reply(body);
    await expect(page().call(getTask, { params: { id: 1 } })).resolves.toBe(5);
  });

  it('accepts 403 as a reply for sign-in only', async () => {
    reply({ code: '403', res: null, msg: 'no' });
    const { call } = page();
    await expect(call(login, { body: { hostName: 'a', password: 'p' } })).resolves.toBeNull();
    await expect(call(makeFolder, folder)).rejects.toMatchObject({ code: '403' });
  });

  it('passes the reply of checkTransferInDomains through unchanged', async () => {
    reply({ anything: 1 });
    await expect(page().call(later('/api/domain/checkTransferInDomains'), {})).resolves.toEqual({
      anything: 1,
    });
  });

  it('returns a download unchanged, a downloaded JSON file too', async () => {
    server.answer((_request, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-disposition': 'attachment' })
        .end('{"code":"409"}'),
    );
    const blob = (await page().call(downloadFile, { body: { path: '/a.json' } })) as Blob;
    expect(blob.size).toBe(14);
  });
});

describe('how a refusal is reported', () => {
  it('rejects with a plain fault and announces it to the shell as an error', async () => {
    server.answer((_request, response) =>
      json(response, {
        code: '400',
        res: { reason: 'bad-name', field: 'path', id: '7F3A2C' },
        msg: '名称不正确',
      }),
    );
    const { call, faults } = page();
    const fault = { code: '400', reason: 'bad-name', message: '名称不正确', field: 'path', id: '7F3A2C' };
    await expect(call(makeFolder, folder)).rejects.toEqual(fault);
    expect(faults).toEqual([{ fault, tone: 'error' }]);
  });

  it('announces nothing for a quiet caller and for a poll', async () => {
    server.answer((_request, response) => json(response, { code: '500', res: {}, msg: 'x' }));
    const { call, faults } = page();
    await expect(call(makeFolder, folder, { quiet: true })).rejects.toMatchObject({ code: '500' });
    await expect(call(queryTaskList, { params: { hostCode: 'vh10001' } })).rejects.toMatchObject({
      code: '500',
    });
    expect(faults).toEqual([]);
  });

  it('reads the refusal of a download', async () => {
    server.answer((_request, response) =>
      json(response, { code: '404', res: { reason: 'no-such-file' }, msg: 'gone' }),
    );
    await expect(page().call(downloadFile, { body: { path: '/a' } })).rejects.toMatchObject({
      reason: 'no-such-file',
      message: 'gone',
    });
  });

  it('goes to sign-in on 996 and announces no fault', async () => {
    server.answer((_request, response) => json(response, {}, 996));
    const { call, faults, expired } = page();
    await expect(call(makeFolder, folder)).rejects.toMatchObject({ code: '996', reason: 'session-expired' });
    expect(expired).toHaveBeenCalledTimes(1);
    expect(faults).toEqual([]);
  });

  it.each(['host-removed', 'password-changed'])('reports that 996 was caused by %s', async (reason) => {
    server.answer((_request, response) => json(response, { code: '996', res: { reason }, msg: '原因' }, 996));
    const { call, faults, expired } = page();
    const fault = { code: '996', reason, message: '原因' };
    await expect(call(makeFolder, folder)).rejects.toEqual(fault);
    // A refused download arrives as a blob.
    await expect(call(downloadFile, { body: { path: '/a' } })).rejects.toEqual(fault);
    expect(expired.mock.calls).toEqual([
      [makeFolder, fault],
      [downloadFile, fault],
    ]);
    expect(faults).toEqual([]);
  });

  it('treats a 996 with any other reason, or from another server, as an expired session', async () => {
    const over = { code: '996', reason: 'session-expired', message: '登录已过期，请重新登录' };
    server.answer((_request, response) =>
      json(response, { code: '996', res: { reason: '<b>' }, msg: 'x' }, 996),
    );
    await expect(page().call(makeFolder, folder)).rejects.toEqual(over);
    server.answer((_request, response) => void response.writeHead(996).end('<html>'));
    await expect(page().call(makeFolder, folder)).rejects.toEqual(over);
    await expect(page().call(downloadFile, { body: { path: '/a' } })).rejects.toEqual(over);
  });

  it('emits an event when another window switched the host, also when only a poll noticed', async () => {
    server.answer((_request, response) =>
      json(response, { code: '409', res: { reason: 'host-changed' }, msg: '已切换' }),
    );
    const { call, faults, moved } = page();
    await expect(call(makeFolder, folder)).rejects.toMatchObject({ reason: 'host-changed' });
    await expect(call(queryTaskList, { params: { hostCode: 'vh10001' } })).rejects.toMatchObject({
      code: '409',
    });
    expect(moved.map(({ asked }) => asked)).toEqual([true, false]);
    expect(faults).toEqual([]);
  });

  it('says that the network is unstable when the file service answers 502', async () => {
    server.answer((_request, response) => response.writeHead(502, 'Bad Gateway').end('<html>'));
    const { call, faults } = page();
    await expect(call(makeFolder, folder)).rejects.toMatchObject({
      code: '502',
      message: '网络波动，请重试',
    });
    expect(faults).toMatchObject([{ tone: 'warning' }]);
  });

  it('shows the message of the body, else the status text, of other transport errors', async () => {
    const { call, faults } = page();
    server.answer((_request, response) => json(response, { msg: '太多请求' }, 429));
    await expect(call(queryTaskPage, firstPage)).rejects.toMatchObject({ code: '429', message: '太多请求' });
    server.answer((_request, response) => response.writeHead(503, 'Service Unavailable').end());
    await expect(call(queryTaskPage, firstPage)).rejects.toMatchObject({ message: 'Service Unavailable' });
    expect(faults.map(({ tone }) => tone)).toEqual(['warning', 'warning']);
  });

  it('announces a lost connection as a warning', async () => {
    server.answer((_request, response) => response.destroy());
    const { call, faults } = page();
    await expect(call(queryTaskPage, firstPage)).rejects.toMatchObject({ reason: 'offline' });
    expect(faults).toMatchObject([{ tone: 'warning' }]);
  });

  it('refuses a reply without an envelope', async () => {
    server.answer((_request, response) => response.writeHead(200).end('<html>'));
    await expect(page().call(getTask, { params: { id: 1 } })).rejects.toMatchObject({ reason: 'bad-reply' });
  });
});

describe('which requests replace older ones', () => {
  const hang = () =>
    server.answer((request, response) => {
      if (!request.body.includes('old')) json(response, { code: '200', res: request.body });
    });
  const send = (call: ReturnType<typeof page>['call'], def: CallShape, body: string) =>
    call(def, { params: { value: body }, body } as never).then(
      () => 'answered',
      (error: unknown) => toFault(error).reason,
    );

  it('aborts the older of two requests to one host path, whatever its parameters, and announces nothing', async () => {
    hang();
    const { call, faults } = page();
    const switchLog = later('/api/vhost/config/php/errorLog/{value}');
    const older = send(call, switchLog, 'old');
    const newer = send(call, switchLog, 'new');
    await expect(Promise.all([older, newer])).resolves.toEqual(['aborted', 'answered']);
    expect(faults).toEqual([]);
  });

  it('caches requests to different host paths separately', async () => {
    const { call } = page();
    server.answer((_request, response) => setTimeout(() => json(response, { code: '200' }), 30));
    const both = [send(call, later('/api/vhost/info'), 'a'), send(call, later('/api/vhost/usedSpace'), 'b')];
    await expect(Promise.all(both)).resolves.toEqual(['answered', 'answered']);
  });

  it.each(['/api/vhost/config/php/updatePhpParam', '/api/task/queryPage'] as const)(
    'keeps both requests of %s',
    async (path) => {
      const { call } = page();
      server.answer((_request, response) => setTimeout(() => json(response, { code: '200' }), 30));
      const both = [send(call, later(path), 'a'), send(call, later(path), 'b')];
      await expect(Promise.all(both)).resolves.toEqual(['answered', 'answered']);
    },
  );

  it('aborts when the caller’s signal aborts', async () => {
    hang();
    const abort = new AbortController();
    const params = { hostCode: 'vh10001', page: 1, size: 20 };
    const reply = page().call(
      queryTaskPage,
      { params, body: { taskStatus: 'old' as never } },
      { signal: abort.signal },
    );
    abort.abort();
    await expect(reply).rejects.toMatchObject({ reason: 'aborted', message: '请求已终止' });
  });
});

describe('a call with a portal’s token', () => {
  const TOKENS = ['first-token-of-portal', 'second-token-of-portal', 'third-token-of-portal'];
  /** The server accepts this one token; all others have expired. */
  const takesOnly = (good: string) =>
    server.answer(({ headers }, response) =>
      json(
        response,
        { code: '200', res: {}, msg: '' },
        headers.authorization === `Bearer ${good}` ? 200 : 996,
      ),
    );
  const sentTokens = (from: number) =>
    server.requests.slice(from).map(({ headers }) => headers.authorization);

  function portal(remotes = ['files']) {
    const requests: string[] = [];
    const getToken = (remote: string) => {
      requests.push(remote);
      return Promise.resolve(TOKENS[requests.length - 1] ?? '');
    };
    return { ...page({ remotes: () => remotes, getToken }), requests };
  }

  it('sends the token, caches it, and sends no cookie', async () => {
    takesOnly('first-token-of-portal');
    const { call, requests } = portal();
    await call(makeFolder, folder);
    await call(getTask, { params: { id: 1 } });
    expect(requests).toEqual(['files']);
    expect(last()?.headers.authorization).toBe('Bearer first-token-of-portal');
    expect(last()?.headers.cookie).toBeUndefined();
  });

  it('fetches the next token on 996 and repeats the request unnoticed by the caller', async () => {
    takesOnly('second-token-of-portal');
    const { call, requests, expired, faults } = portal();
    const from = server.requests.length;
    await call(makeFolder, folder);
    expect(requests).toHaveLength(2);
    expect(sentTokens(from)).toEqual(['Bearer first-token-of-portal', 'Bearer second-token-of-portal']);
    expect(server.requests.slice(from).map(({ body }) => body)).toEqual(
      Array(2).fill('{"path":"/wwwroot/a"}'),
    );
    expect([expired.mock.calls, faults]).toEqual([[], []]);
  });

  it('repeats the bytes of a slice with the new token', async () => {
    takesOnly('second-token-of-portal');
    const from = server.requests.length;
    const body = new Blob(['slice'], { type: 'application/octet-stream' });
    await portal().call(uploadSlice, { query: { path: '/wwwroot' }, body });
    expect(server.requests.slice(from).map((seen) => seen.body)).toEqual(['slice', 'slice']);
  });

  it('fetches one token for all waiting calls', async () => {
    takesOnly('second-token-of-portal');
    const { call, requests } = portal();
    await Promise.all([1, 2, 3, 4].map((id) => call(getTask, { params: { id } })));
    expect(requests).toHaveLength(2);
  });

  it('gives up after one renewal, reports it, and fetches no token until retried', async () => {
    takesOnly('third-token-of-portal');
    const { call, requests, access, expired } = portal();
    await expect(call(makeFolder, folder)).rejects.toMatchObject({ reason: 'session-expired' });
    expect([requests.length, expired.mock.calls.length]).toEqual([2, 1]);
    await call(makeFolder, folder);
    access.forget();
    expect(requests).toHaveLength(3);
  });

  it.each([
    ['rejects', () => Promise.reject(new Error('broken'))],
    [
      'throws',
      (): Promise<string> => {
        throw new Error('broken');
      },
    ],
    ['answers nonsense', () => Promise.resolve('a\r\nb: c, and longer')],
  ])('reports that the portal did not answer when getToken %s, without a request', async (_how, getToken) => {
    const warn = jest.spyOn(console, 'warn').mockReturnValue();
    const asks = jest.fn(getToken);
    const { call, access, expired } = page({ remotes: () => ['files'], getToken: asks });
    const from = server.requests.length;
    await expect(call(makeFolder, folder)).rejects.toMatchObject({ reason: 'portal-silent' });
    await expect(call(makeFolder, folder)).rejects.toMatchObject({ reason: 'portal-silent' });
    expect([server.requests.length - from, expired.mock.calls.length, asks.mock.calls.length]).toEqual([
      0, 2, 1,
    ]);
    expect(access.lack(makeFolder)).toBe('no-answer');
    access.retry();
    await expect(call(makeFolder, folder)).rejects.toMatchObject({ reason: 'portal-silent' });
    expect(asks).toHaveBeenCalledTimes(2);
    expect(warn).toHaveBeenCalledTimes(2);
  });

  it('reports that the portal did not answer within 30 s', async () => {
    jest.useFakeTimers();
    const warn = jest.spyOn(console, 'warn').mockReturnValue();
    try {
      const token = requestToken(() => new Promise<never>(() => undefined));
      await jest.advanceTimersByTimeAsync(30_000);
      expect(await token).toEqual({ is: 'no-answer' });
      expect(warn).toHaveBeenCalledTimes(1);
    } finally {
      jest.useRealTimers();
    }
  });

  it.each([null, undefined, ''])('is signed out when getToken answers %p', async (nothing) => {
    const { call, access } = page({ remotes: () => ['files'], getToken: () => nothing });
    await expect(call(makeFolder, folder)).rejects.toMatchObject({ reason: 'session-expired' });
    expect(access.lack(makeFolder)).toBe('signed-out');
  });

  it('distinguishes a portal that fails at a renewal from a sign-out', async () => {
    takesOnly('none of them');
    expectConsole(/^SiteDeck: getToken gave no token/);
    const tokens = [
      () => Promise.resolve('first-token-of-portal'),
      () => Promise.reject(new Error('broken')),
    ];
    const { call } = page({ remotes: () => ['files'], getToken: () => tokens.shift()?.() });
    await expect(call(makeFolder, folder)).rejects.toMatchObject({ reason: 'portal-silent' });
  });

  it('reports that the server refuses every token it was given', async () => {
    takesOnly('third-token-of-portal');
    const { call, access } = portal();
    await expect(call(makeFolder, folder)).rejects.toMatchObject({ reason: 'session-expired' });
    expect(access.lack(makeFolder)).toBe('refused');
  });

  it('uses the token of the remote that the call belongs to', async () => {
    server.answer((_request, response) => json(response, { code: 200, res: {}, msg: '' }));
    const { call, requests } = portal(['backup', 'files']);
    await call(makeFolder, folder);
    await call(getTask, { params: { id: 1 } });
    expect(requests).toEqual(['files', 'backup']);
  });
});
