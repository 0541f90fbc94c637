import { mkdtemp, rm } from 'node:fs/promises';
import { request as plainRequest } from 'node:http';
import { connect } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { loginForm, sendLogin } from './api';
import { startProduct, type OwnProduct } from './product';
import { fetchTrusting, makeCertificate, type Certificate } from './tls';
import { canHideNginx, withoutNginx } from './without-nginx';

const doors = [
  { door: 'nginx', protocol: 'h2', wrapper: [] },
  { door: 'the API itself (needs a mount namespace)', protocol: 'http/1.1', wrapper: withoutNginx },
] as const;

describe.each(doors)('a console with a certificate, served by $door', ({ door, protocol, wrapper }) => {
  const isPossible = wrapper.length === 0 || canHideNginx();
  const promise = isPossible ? it : it.skip;
  let folder: string;
  let own: Certificate;
  let product: OwnProduct;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sitedeck-tls-'));
    if (!isPossible) return;
    own = makeCertificate(folder);
    const files = { TLS_CERT: own.cert, TLS_KEY: own.key };
    product = await startProduct(files, { request: fetchTrusting(own.pem), wrapper });
  });
  afterAll(async () => {
    await product?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const port = () => Number(new URL(product.origin).port);
  const plain = (method: string) =>
    new Promise<{ status: number; location?: string | undefined; cookie: unknown }>((resolve, reject) => {
      const options = { host: '127.0.0.1', port: port(), path: '/login?x=1', method, agent: false };
      const headers = { host: `localhost:${port()}` };
      const asking = plainRequest({ ...options, headers }, (reply) => {
        reply.resume();
        const { location, 'set-cookie': cookie } = reply.headers;
        resolve({ status: reply.statusCode ?? 0, location, cookie });
      });
      asking.on('error', reject);
      asking.end();
    });

  promise('gives a session only this origin and only TLS can carry', async () => {
    const form = await loginForm(product, product.demo.hostName, product.demo.password);
    const login = await sendLogin(product, form);
    expect(login.code).toBe('200');
    const [pair = '', ...attributes] = (login.headers.get('set-cookie') ?? '').split('; ');
    expect(pair).toMatch(/^__Host-sitedeck_session=./);
    expect(attributes).toEqual(expect.arrayContaining(['Secure', 'HttpOnly', 'SameSite=Lax', 'Path=/']));
    expect(attributes.join()).not.toContain('Domain');
    expect(await login.client.call('GET /api/currentHostInfo')).toMatchObject({ code: '200' });
    const origin = product.origin.replace('https', 'http');
    expect(await login.client.call('GET /api/currentHostInfo', undefined, { origin })).toMatchObject({
      code: '403',
    });
  });

  promise(`speaks ${protocol}, with the certificate it was given`, async () => {
    const spoken = await new Promise<string | false | null>((resolve, reject) => {
      const socket = connectTls(
        {
          host: '127.0.0.1',
          port: port(),
          servername: 'localhost',
          ca: own.pem,
          ALPNProtocols: ['h2', 'http/1.1'],
        },
        () => {
          resolve(socket.alpnProtocol);
          socket.end();
        },
      );
      socket.on('error', reject);
    });
    expect(spoken).toBe(protocol);
    if (protocol !== 'h2') return;
    const session = connect(product.origin, { ca: own.pem });
    const status = await new Promise((resolve, reject) => {
      session.on('error', reject);
      const stream = session.request({ ':path': '/login' });
      stream.on('response', (headers) => resolve(headers[':status']));
      stream.resume();
      stream.end();
    });
    session.close();
    expect(status).toBe(200);
  });

  if (door === 'nginx') {
    promise('leads a browser that came without TLS to it, for good, and takes nothing else so', async () => {
      expect(await plain('GET')).toEqual({
        status: 301,
        location: `${product.origin}/login?x=1`,
        cookie: undefined,
      });
      expect(await plain('POST')).toEqual({ status: 400, location: undefined, cookie: undefined });
      const secure = await product.request(`${product.origin}/login`);
      expect(secure.headers.get('strict-transport-security')).toBe('max-age=31536000');
    });
  } else {
    promise('answers nothing without TLS', async () => {
      await expect(plain('GET')).rejects.toThrow();
    });
  }
});
