import { createHash } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { trustHashes } from '../boot/integrity';
import { diagnose, failedScript } from './diagnose';

const SCRIPT = 'export const genuine = true;';
const sumAs = (algorithm: string) => `${algorithm}-${createHash(algorithm).update(SCRIPT).digest('base64')}`;

/** The error that webpack rejects with. */
const chunkError = (request: string, type = 'error') =>
  Object.assign(new Error(`Loading chunk 7 failed.\n(${type}: ${request})`), {
    name: 'ChunkLoadError',
    request,
    type,
  });

const never = () => Promise.resolve(false);

describe('failedScript', () => {
  it.each([
    ['a chunk', chunkError('http://a.test/7.js'), { address: 'http://a.test/7.js', timedOut: false }],
    [
      'a late chunk',
      chunkError('http://a.test/7.js', 'timeout'),
      { address: 'http://a.test/7.js', timedOut: true },
    ],
    [
      'an entry',
      new Error('ScriptNetworkError: Failed to load script "http://a.test/e.js": network'),
      { address: 'http://a.test/e.js', timedOut: false },
    ],
    [
      'a late entry',
      new Error('ScriptNetworkError: Script "http://a.test/e.js" timed out.'),
      { address: 'http://a.test/e.js', timedOut: true },
    ],
  ])('finds the script of %s', (_name, error, lost) => {
    expect(failedScript(error)).toEqual(lost);
  });

  it.each([[new Error('no such thing')], ['a string'], [undefined]])('finds no script in %s', (error) => {
    expect(failedScript(error)).toBeUndefined();
  });
});

describe('the cause of a failed script', () => {
  let server: Server;
  let base: string;
  let answer: RequestListener;

  beforeEach(async () => {
    server = createServer((request, reply) => {
      reply.setHeader('Access-Control-Allow-Origin', location.origin);
      reply.setHeader('Access-Control-Allow-Credentials', 'true');
      answer(request, reply);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    trustHashes(base, { '7.js': sumAs('sha384'), 'own.js': sumAs('sha256') });
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const causeOf = async (name = '7.js', replaced = never) =>
    (await diagnose(chunkError(base + name), replaced)).cause;

  it('is the network if the file itself is genuine', async () => {
    answer = (_request, reply) => reply.end(SCRIPT);
    expect(await causeOf()).toEqual({ is: 'network' });
    expect(await causeOf('own.js')).toEqual({ is: 'network' });
  });

  it('is tampering if a byte differs, also under the address of a retry', async () => {
    answer = (_request, reply) => reply.end(`${SCRIPT} `);
    expect(await causeOf()).toEqual({ is: 'tampered' });
    expect(await causeOf('own.js')).toEqual({ is: 'tampered' });
    expect(await causeOf('7.js?attempt=2')).toEqual({ is: 'tampered' });
  });

  it('is tampering if the file has no known hash', async () => {
    answer = (_request, reply) => reply.end(SCRIPT);
    expect(await causeOf('stranger.js')).toEqual({ is: 'tampered' });
  });

  it.each([404, 410])(
    'is a missing file at %i, and reports whether the console was replaced',
    async (status) => {
      answer = (_request, reply) => reply.writeHead(status).end();
      expect(await causeOf()).toEqual({ is: 'missing', newer: false });
      expect(await causeOf('7.js', () => Promise.resolve(true))).toEqual({ is: 'missing', newer: true });
    },
  );

  it('is the network if the server fails or does not answer', async () => {
    answer = (_request, reply) => reply.writeHead(503).end();
    expect(await causeOf()).toEqual({ is: 'network' });
    answer = (request) => request.socket.destroy();
    expect(await causeOf()).toEqual({ is: 'network' });
  });

  it('follows from the error alone, without a request, if the script was late or failed while running', async () => {
    let requests = 0;
    answer = (_request, reply) => {
      requests += 1;
      reply.end(SCRIPT);
    };
    const timedOut = await diagnose(chunkError(`${base}7.js`, 'timeout'), never);
    expect(timedOut).toEqual({ cause: { is: 'timeout' }, address: `${base}7.js` });
    const incomplete = await diagnose(new Error('remote files 0.1.0 does not expose ./app'), never);
    expect(incomplete).toEqual({ cause: { is: 'broken' }, address: undefined });
    expect((await diagnose(new Error('thrown by a component'), never)).cause).toEqual({ is: 'render' });
    expect(requests).toBe(0);
  });
});
