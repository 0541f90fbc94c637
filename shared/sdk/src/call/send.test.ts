import { json, startWireServer, type WireServer } from '../testing/wire-server';
import type { HttpRequest } from './call-shape';
import { send } from './send';

let server: WireServer;
beforeAll(async () => {
  server = await startWireServer((_request, response) => json(response, { ok: true }));
});
afterAll(() => server.close());

const request = (given: Partial<HttpRequest>): HttpRequest => ({
  method: 'POST',
  url: `${server.url}/x`,
  headers: {},
  withCookie: true,
  body: undefined,
  stream: false,
  signal: undefined,
  onUploadProgress: undefined,
  onDownloadProgress: undefined,
  ...given,
});

it('sends a Blob under its own type', async () => {
  const type = 'application/vnd.sitedeck.batch';
  await send(request({ body: new Blob(['abc'], { type }) }));
  expect(server.requests.at(-1)).toMatchObject({ body: 'abc', headers: { 'content-type': type } });
});

it('sends neither body nor content type when there is nothing to send', async () => {
  await send(request({}));
  expect(server.requests.at(-1)?.body).toBe('');
  expect(server.requests.at(-1)?.headers).not.toHaveProperty('content-type');
});

it('sends an object as JSON and a form as a form', async () => {
  await send(request({ body: { a: 'b' } }));
  expect(server.requests.at(-1)).toMatchObject({
    body: '{"a":"b"}',
    headers: {
      'content-type': 'application/json',
      accept: expect.stringContaining('application/json') as string,
    },
  });
  await send(request({ body: new URLSearchParams({ a: 'b c' }) }));
  expect(server.requests.at(-1)).toMatchObject({
    body: 'a=b+c',
    headers: {
      'content-type': expect.stringMatching(/^application\/x-www-form-urlencoded;charset=utf-8$/i) as string,
    },
  });
});

it('accepts any status as a reply, finds a header in any case, and drops text that is not JSON', async () => {
  server.answer((_request, response) =>
    response
      .writeHead(500, 'Broken', { ETag: '"v1"', 'Access-Control-Expose-Headers': 'ETag' })
      .end('{"half":'),
  );
  const sent = await send(request({}));
  if (sent.is !== 'reply') throw new Error(sent.reason);
  expect(sent).toMatchObject({ status: 500, statusText: 'Broken', body: undefined });
  expect([sent.header('ETag'), sent.header('etag'), sent.header('X-None')]).toEqual([
    '"v1"',
    '"v1"',
    undefined,
  ]);
});

it('counts the bytes of a reply that arrives as a Blob', async () => {
  server.answer((_request, response) => response.writeHead(200, { 'Content-Length': '3' }).end('abc'));
  const seen: unknown[] = [];
  const sent = await send(
    request({ stream: true, onDownloadProgress: (progress) => seen.push({ ...progress }) }),
  );
  if (sent.is !== 'reply') throw new Error(sent.reason);
  expect((sent.body as Blob).size).toBe(3);
  expect(seen.at(-1)).toEqual({ loaded: 3, total: 3 });
});

it('listens to upload progress only on request: listening makes the browser send a preflight', async () => {
  const listened = jest.spyOn(XMLHttpRequestUpload.prototype, 'addEventListener');
  server.answer((_request, response) => json(response, {}));
  await send(request({ body: 'a' }));
  expect(listened).not.toHaveBeenCalled();
  await send(request({ body: 'a', onUploadProgress: () => undefined }));
  expect(listened).toHaveBeenCalled();
});

it.each([
  ['before it left', (abort: AbortController) => abort.abort()],
  ['on its way', (abort: AbortController) => setTimeout(() => abort.abort(), 20)],
])('reports that a request was aborted %s', async (_when, give) => {
  server.answer(() => undefined);
  const abort = new AbortController();
  give(abort);
  await expect(send(request({ signal: abort.signal }))).resolves.toEqual({ is: 'lost', reason: 'aborted' });
});

it('reports that the connection was lost', async () => {
  server.answer((_request, response) => response.destroy());
  await expect(send(request({}))).resolves.toEqual({ is: 'lost', reason: 'offline' });
});
