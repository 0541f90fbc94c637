import { loginForm, callProvider, sendLogin, type Client } from './api';
import { makeHost } from './portal';
import { startProduct, type OwnProduct } from './product';
import { canHideNginx, withoutNginx } from './without-nginx';

const AJAX = { 'X-Requested-With': 'XMLHttpRequest' };

(canHideNginx() ? describe : describe.skip)('a machine without nginx (needs a mount namespace)', () => {
  let product: OwnProduct;
  let client: Client;
  beforeAll(async () => {
    product = await startProduct({}, { wrapper: withoutNginx });
    const form = await loginForm(product, product.demo.hostName, product.demo.password);
    client = (await sendLogin(product, form)).client;
  });
  afterAll(() => product?.stop());

  const bytes = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const reply = await fetch(product.origin + path, {
      method: 'POST',
      headers: { ...AJAX, 'Content-Type': 'application/json', cookie: client.cookie, ...headers },
      body: JSON.stringify(body),
    });
    return { status: reply.status, headers: reply.headers, body: Buffer.from(await reply.arrayBuffer()) };
  };

  it('prints what is missing, what does not work without it and how to install it', () => {
    expect(product.output()).toContain(
      'Missing    nginx: no site is served. Install: apt-get install -y nginx',
    );
  });

  it('serves the console: pages, scripts with their caching, configuration', async () => {
    const page = await fetch(`${product.origin}/login`);
    const html = await page.text();
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const [, script = ''] = /<script[^>]+src="([^"]+)"/.exec(html) ?? [];
    const asset = await fetch(new URL(script, product.origin));
    expect([asset.status, asset.headers.get('cache-control')]).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ]);
    expect((await asset.text()).length).toBeGreaterThan(1000);
    expect((await fetch(`${product.origin}/assets/none.js`)).status).toBe(404);
    expect((await fetch(`${product.origin}/internal/gone`)).status).toBe(404);
  });

  it('keeps a session by its cookie and refuses a call without it', async () => {
    expect(client.cookie).toMatch(/^sitedeck_session=./);
    expect(await client.call('GET /api/currentHostInfo')).toMatchObject({ code: '200' });
    const anonymous = await fetch(`${product.origin}/fs/ls`, { method: 'POST', headers: AJAX });
    expect(anonymous.status).toBe(996);
  });

  it('stores uploads and serves downloads, in ranges, as an archive and by a link', async () => {
    const content = Buffer.alloc(5 * 1024 * 1024, 'sitedeck');
    const slice = 4 * 1024 * 1024;
    for (const from of [0, slice]) {
      const part = content.subarray(from, from + slice);
      const form = new FormData();
      form.append('file', new Blob([part]), 'up.bin');
      const reply = await fetch(`${product.origin}/fs/upload?path=%2Fwwwroot`, {
        method: 'POST',
        headers: {
          ...AJAX,
          cookie: client.cookie,
          'X-Upload-Id': 'by-api',
          'Content-Range': `bytes ${from}-${from + part.length - 1}/${content.length}`,
          'Content-Total': String(content.length),
          'Content-First-Slice': String(from === 0),
        },
        body: form,
      });
      expect(await reply.json()).toMatchObject({ code: '200' });
    }
    const complete = await bytes('/fs/download', { path: '/wwwroot/up.bin' });
    expect(complete.body.equals(content)).toBe(true);
    expect(complete.headers.get('content-disposition')).toContain('up.bin');
    const range = await bytes('/fs/download', { path: '/wwwroot/up.bin' }, { Range: 'bytes=8-15' });
    expect([range.status, range.body.toString()]).toEqual([206, 'sitedeck']);
    const zip = await bytes('/fs/zip', { paths: ['/wwwroot'] });
    expect(zip.body.subarray(0, 2).toString()).toBe('PK');
    const link = await client.call('POST /fs/link', { path: '/wwwroot/up.bin' });
    const linked = await fetch(product.origin + String(link.res['url']), {
      headers: { cookie: client.cookie },
    });
    expect(Buffer.from(await linked.arrayBuffer()).equals(content)).toBe(true);
    const gone = await bytes('/fs/download', { path: '/wwwroot/none' });
    expect(JSON.parse(gone.body.toString())).toMatchObject({ code: '404', res: { reason: 'no-such-file' } });
    expect(gone.headers.get('content-disposition')).toBeNull();
  });

  it('serves a portal on another origin as nginx would: uploads, downloads, links, and reasons of refusals', async () => {
    const origin = 'https://portal.example';
    const host = await makeHost(product, 'embedded');
    const made = await callProvider(product, 'POST /provider/embed-tokens', {
      ...host,
      remote: 'files',
      origin,
    });
    const authorization = `Bearer ${String(made.res['token'])}`;
    const request = (path: string, init: RequestInit, own: Record<string, string> = {}) =>
      fetch(product.origin + path, {
        ...init,
        headers: { ...AJAX, origin, authorization, ...own },
      });
    const readable = (reply: Response) => {
      const { headers, status } = reply;
      expect(headers.get('access-control-allow-credentials')).toBeNull();
      expect(headers.get('vary')).toContain('Origin');
      return [status, headers.get('access-control-allow-origin')];
    };
    const json = { 'Content-Type': 'application/json' };
    const post = (path: string, body: unknown) =>
      request(path, { method: 'POST', body: JSON.stringify(body) }, json);

    for (const path of ['/fs/upload?path=%2Fwwwroot', '/fs/download', '/fs/zip', '/fs/link']) {
      const preflight = await fetch(product.origin + path, { method: 'OPTIONS', headers: { origin } });
      expect([path, ...readable(preflight)]).toEqual([path, 204, origin]);
      expect(preflight.headers.get('access-control-allow-headers')).toMatch(/Authorization.*Content-Range/);
    }
    const upload = (own: Record<string, string> = {}) => {
      const form = new FormData();
      form.append('file', new Blob(['by a portal']), 'portal.txt');
      const range = { 'X-Upload-Id': 'by-portal', 'Content-Range': 'bytes 0-10/11', 'Content-Total': '11' };
      const first = { 'Content-First-Slice': 'true' };
      return request(
        '/fs/upload?path=%2Fwwwroot',
        { method: 'POST', body: form },
        { ...range, ...first, ...own },
      );
    };
    const taken = await upload();
    expect(readable(taken)).toEqual([200, origin]);
    expect(await taken.json()).toMatchObject({ code: '200' });

    const download = await post('/fs/download', { path: '/wwwroot/portal.txt' });
    expect(readable(download)).toEqual([200, origin]);
    expect(download.headers.get('access-control-expose-headers')).toContain('Content-Disposition');
    expect(await download.text()).toBe('by a portal');
    const zip = await post('/fs/zip', { paths: ['/wwwroot'] });
    expect(readable(zip)).toEqual([200, origin]);
    const link = (await (await post('/fs/link', { path: '/wwwroot/portal.txt' })).json()) as {
      res: { url: string };
    };
    // A browser opens a link without origin, token or cookie.
    expect(await (await fetch(product.origin + link.res.url)).text()).toBe('by a portal');

    const gone = await post('/fs/download', { path: '/wwwroot/none' });
    expect(readable(gone)).toEqual([200, origin]);
    expect(await gone.json()).toMatchObject({ code: '404', res: { reason: 'no-such-file' } });
    expect(readable(await upload({ authorization: 'Bearer made-up' }))).toEqual([996, origin]);
    const foreignReply = await upload({ origin: 'https://evil.example' });
    expect(await foreignReply.json()).toMatchObject({ res: { reason: 'bad-header' } });
  });

  it('creates a new host all the same, to be served once nginx is installed', async () => {
    const account = await callProvider(product, 'POST /provider/accounts', { name: 'waiting' });
    const made = await callProvider(product, 'POST /provider/hosts', {
      accountCode: account.res['accountCode'],
      hostName: 'waiting',
      password: 'password of waiting',
      language: 'HTML',
    });
    expect(made.status).toBe(200);
  });
});
