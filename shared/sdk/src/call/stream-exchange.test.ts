import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { measureFolders } from '@sitedeck/contract';
import { makeServerClock } from '../clock/server-clock';
import { hostLoaded } from '../host/host-slice';
import { makeEvents } from '../kernel/events';
import type { KernelEvents } from '../kernel/kernel-events';
import { makeStore } from '../kernel/store';
import { configFor, hostInfo } from '../testing/samples';
import { json, startWireServer, type WireServer } from '../testing/wire-server';
import { cookieAccess, tokenAccess, type TokenSource } from './access';
import { makeExchange } from './call';
import { openLines } from './open-lines';
import { makeStreamCall } from './stream-exchange';
import { makeSupersede } from './supersede';

let server: WireServer;
beforeAll(async () => {
  server = await startWireServer((_request, response) => lines(response, [{ is: 'end' }]));
});
afterAll(() => server.close());

const input = { body: { paths: ['/wwwroot/a'] } };
const size = (bytes: number) => ({
  is: 'size',
  path: '/wwwroot/a',
  bytes,
  files: 1,
  folders: 0,
  complete: false,
});

function begin(response: ServerResponse): ServerResponse {
  response.writeHead(200, { 'content-type': 'application/x-ndjson; charset=utf-8' });
  return response;
}
const lines = (response: ServerResponse, events: readonly object[]) =>
  begin(response).end(events.map((event) => `${JSON.stringify(event)}\n`).join(''));

function page(source?: TokenSource) {
  const { store } = makeStore();
  store.dispatch(hostLoaded({ host: hostInfo(), loginSource: 'FTP' }));
  const events = makeEvents<KernelEvents>();
  const faultReasons: string[] = [];
  events.on('fault', ({ fault }) => faultReasons.push(fault.reason));
  const expired = jest.fn();
  const parts = {
    config: configFor(server.url),
    store,
    events,
    supersede: makeSupersede(),
    access: source ? tokenAccess(source) : cookieAccess,
    clock: makeServerClock(),
    sessionExpired: expired,
  };
  const stream = makeStreamCall(makeExchange(parts, openLines), () => 'zh-CN');
  return { stream, faultReasons, expired };
}

async function all<T>(events: AsyncIterable<readonly T[]>): Promise<T[]> {
  const got: T[] = [];
  for await (const some of events) got.push(...some);
  return got;
}

it('sends what any call sends, and yields each line as it arrives, up to the end', async () => {
  let held: ServerResponse | undefined;
  server.answer((_request, response) => {
    const words = Buffer.from(`${JSON.stringify({ ...size(1), path: '/wwwroot/图' })}\n`);
    held = begin(response);
    // A line, or a character in it, may arrive in two pieces.
    held.write(words.subarray(0, 34));
    setTimeout(() => held?.write(words.subarray(34)), 20);
  });
  const events = page().stream(measureFolders, input);
  expect(await events.next()).toEqual({ done: false, value: [{ ...size(1), path: '/wwwroot/图' }] });
  held?.end(`${JSON.stringify(size(2))}\n{"is":"end"}\n`);
  expect(await all(events)).toEqual([size(2), { is: 'end' }]);
  expect(server.requests.at(-1)).toMatchObject({
    method: 'POST',
    url: '/fs/sizes',
    body: JSON.stringify(input.body),
    headers: {
      'x-requested-with': 'XMLHttpRequest',
      'x-host-code': 'vh10001',
      'accept-language': 'zh-CN',
      'content-type': 'application/json',
    },
  });
});

it('closes the connection when it is cancelled, and when its reader stops', async () => {
  for (const way of ['abort', 'leave'] as const) {
    let gone: Promise<unknown> | undefined;
    server.answer((_request, response) => {
      gone = once(response, 'close');
      begin(response).write(`${JSON.stringify(size(1))}\n`);
    });
    const stop = new AbortController();
    const events = page().stream(measureFolders, input, { signal: stop.signal });
    expect((await events.next()).value).toEqual([size(1)]);
    if (way === 'abort') {
      stop.abort();
      await expect(events.next()).rejects.toMatchObject({ reason: 'aborted' });
    } else await events.return();
    await gone;
  }
});

it.each<[string, (response: ServerResponse) => unknown, object, string[]]>([
  [
    'a refusal before the first line',
    (response) => json(response, { code: '403', res: { reason: 'outside-root' }, msg: 'no' }),
    { code: '403', reason: 'outside-root', message: 'no' },
    ['outside-root'],
  ],
  [
    'a failure in the middle',
    (response) =>
      lines(response, [
        size(1),
        { is: 'failed', fault: { code: '500', reason: 'gone-wrong', message: 'm' } },
      ]),
    { code: '500', reason: 'gone-wrong', message: 'm' },
    [],
  ],
  ['an answer without its end', (response) => lines(response, [size(1)]), { reason: 'cut' }, []],
  [
    'half a line',
    (response) => begin(response).end(`${JSON.stringify(size(1))}\n{"is":"en`),
    { reason: 'cut' },
    [],
  ],
  [
    'a connection that breaks',
    (response) => begin(response).write(`${JSON.stringify(size(1))}\n`, () => response.destroy()),
    { reason: 'cut' },
    [],
  ],
  ['no connection at all', (response) => response.destroy(), { reason: 'offline' }, ['offline']],
  ['a line that is no JSON', (response) => begin(response).end('<html>\n'), { reason: 'bad-reply' }, []],
  [
    'an answer that is no lines',
    (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
    { reason: 'bad-reply' },
    [],
  ],
  [
    'a front door without a server behind it',
    (response) => response.writeHead(502).end('<html>'),
    { code: '502', reason: 'transport' },
    ['transport'],
  ],
])('reports %s as a fault with a name', async (...[, answer, fault, announced]) => {
  server.answer((_request, response) => void answer(response));
  const { stream, faultReasons } = page();
  await expect(all(stream(measureFolders, input))).rejects.toMatchObject(fault);
  expect(faultReasons).toEqual(announced);
  faultReasons.length = 0;
  await expect(all(stream(measureFolders, input, { quiet: true }))).rejects.toMatchObject(fault);
  expect(faultReasons).toEqual([]);
});

it('reports that the session is over, and renews a portal’s token unseen', async () => {
  server.answer((_request, response) => json(response, { code: '996', res: {}, msg: '' }, 996));
  const console = page();
  await expect(all(console.stream(measureFolders, input))).rejects.toMatchObject({ code: '996' });
  expect(console.expired).toHaveBeenCalledTimes(1);

  const tokens = ['first-token-of-portal', 'second-token-of-portal'];
  const portal = page({
    remotes: () => ['files'],
    getToken: () => Promise.resolve(tokens.shift() ?? ''),
  });
  server.answer(({ headers }, response) =>
    headers.authorization === 'Bearer second-token-of-portal'
      ? lines(response, [{ is: 'end' }])
      : json(response, { code: '996', res: {}, msg: '' }, 996),
  );
  expect(await all(portal.stream(measureFolders, input))).toEqual([{ is: 'end' }]);
  expect(portal.expired).not.toHaveBeenCalled();
});
