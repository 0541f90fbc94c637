import { createHash, randomBytes } from 'node:crypto';
import { chown, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { HostCode } from '@sitedeck/contract';
import { hostRoot } from '#system/settings/paths';
import { Browser } from '#testing/browser';
import { formOf } from '#testing/child-requests';
import { requestSite } from '#testing/node-engines';
import { Product } from '#testing/whole-product';

const PASSWORD = 'demo-Passw0rd';
const SLICE = 4 * 1024 * 1024;
const TYPE = 'multipart/form-data; boundary=----formdata-1f2e3d';
const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

describe('files through the front door', () => {
  let product: Product;
  let browser: Browser;
  const root = () => hostRoot(product.places, HostCode.parse('vh10001'));

  beforeAll(async () => {
    product = await Product.make();
    await product.launch({ SITEDECK_DEMO_PASSWORD: PASSWORD }).ready();
    const config = (await (await fetch(`${product.console}/config.json`)).json()) as { wireKey: string };
    browser = new Browser({ url: product.console, core: { config } });
    expect((await browser.login('demo', PASSWORD)).code).toBe('200');
  });
  afterAll(() => product.close());

  interface Extra {
    readonly path?: string;
    readonly headers?: Record<string, string | undefined>;
  }
  const upload = (name: string, bytes: Buffer, { path = '/wwwroot', headers = {} }: Extra = {}) =>
    browser.request(`/fs/upload?path=${encodeURIComponent(path)}`, {
      body: new Uint8Array(formOf([{ name, bytes }])),
      headers: { 'content-type': TYPE, ...headers },
    });

  it('shows a written file on the site at once', async () => {
    expect(
      (await browser.request('/fs/echo', { json: { path: '/wwwroot/new.html', content: '<p>你好' } })).code,
    ).toBe('200');
    expect(
      (await requestSite({ port: product.sitesPort, host: 'vh10001.localhost', path: '/new.html' })).body,
    ).toBe('<p>你好');
    expect((await browser.request('/fs/rm', { json: { path: '/wwwroot/new.html' } })).res).toEqual({
      removed: 1,
      kept: [],
    });
    expect(
      (await requestSite({ port: product.sitesPort, host: 'vh10001.localhost', path: '/new.html' })).status,
    ).toBe(404);
  });

  it('uploads in slices to the host’s child and downloads the same bytes, completely and in ranges', async () => {
    const bytes = randomBytes(2 * SLICE + 77);
    const name = `dir/it's "q" 中文 🎉 %41\n.bin`;
    for (const from of [SLICE, 0, 2 * SLICE]) {
      const part = bytes.subarray(from, from + SLICE);
      const range = `bytes ${from}-${from + part.length - 1}/${bytes.length}`;
      const answer = await upload(name, part, {
        headers: {
          'content-range': range,
          'x-upload-id': 'front',
          'content-first-slice': String(from === 0),
        },
      });
      expect([answer.code, answer.headers.get('x-content-type-options')]).toEqual(['200', 'nosniff']);
    }
    const path = `/wwwroot/${name}`;
    const complete = await browser.raw('/fs/download', { json: { path } });
    expect(complete.headers.get('content-length')).toBe(String(bytes.length));
    expect(complete.headers.get('content-disposition')).toContain("filename*=UTF-8''it%27s%20%22q%22");
    expect(sha(Buffer.from(await complete.arrayBuffer()))).toBe(sha(bytes));
    const part = await browser.raw('/fs/download', { json: { path }, headers: { range: 'bytes=10-19' } });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 10-19/${bytes.length}`]);
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(10, 20))).toBe(true);
  });

  it('downloads a file that the web server may not read from the host’s child', async () => {
    const file = join(root(), 'data/private.bin');
    const bytes = randomBytes(100_000);
    await writeFile(file, bytes, { mode: 0o600 });
    await chown(file, product.firstUid, product.firstUid);
    const reply = await browser.raw('/fs/download', {
      json: { path: '/data/private.bin' },
      headers: { range: 'bytes=5-' },
    });
    expect([
      reply.status,
      reply.headers.get('content-security-policy'),
      reply.headers.get('content-type'),
    ]).toEqual([206, 'sandbox', 'application/octet-stream']);
    expect(Buffer.from(await reply.arrayBuffer()).equals(bytes.subarray(5))).toBe(true);
    const { url } = (await browser.request('/fs/link', { json: { path: '/data/private.bin' } })).res as {
      url: string;
    };
    expect((await browser.raw(url, { headers: { 'x-requested-with': undefined } })).status).toBe(200);
    const zip = await browser.raw('/fs/zip', { json: { paths: ['/data'] } });
    expect([
      zip.headers.get('content-type'),
      Buffer.from(await zip.arrayBuffer())
        .subarray(0, 2)
        .toString(),
    ]).toEqual(['application/zip', 'PK']);
  });

  it('refuses a file of another user in JSON, and an ended session with 996', async () => {
    await symlink('/etc', join(root(), 'wwwroot/etc'));
    await mkdir(join(root(), 'wwwroot/d'), { recursive: true });
    expect(await browser.request('/fs/download', { json: { path: '/wwwroot/etc/passwd' } })).toMatchObject({
      code: '403',
      reason: 'link-in-path',
    });
    expect(await upload('x', Buffer.from('x'), { path: '/wwwroot/etc' })).toMatchObject({
      code: '403',
      reason: 'link-in-path',
    });
    expect(await upload('x', Buffer.from('x'), { path: '/wwwroot/../..' })).toMatchObject({
      code: '400',
      reason: 'bad-path',
    });
    expect(await upload('x', Buffer.from('x'), { headers: { 'x-requested-with': undefined } })).toMatchObject(
      {
        code: '403',
        reason: 'bad-header',
      },
    );
    expect(await upload('x', Buffer.from('x'), { headers: { 'x-host-code': 'vh10002' } })).toMatchObject({
      code: '409',
      reason: 'host-changed',
    });
    expect(
      await upload('x', Buffer.from('x'), { headers: { cookie: 'sitedeck_session=none' } }),
    ).toMatchObject({
      status: 996,
      code: '996',
    });
    expect(
      await upload('x', randomBytes(5_000_000), { headers: { 'content-range': 'bytes 0-4999999/5000000' } }),
    ).toMatchObject({ code: '413', reason: 'slice-too-large' });
    expect(
      await upload('x', randomBytes(9_000_000), { headers: { 'content-range': 'bytes 0-8999999/9000000' } }),
    ).toMatchObject({ code: '413', reason: 'slice-too-large' });
    expect((await fetch(`${product.console}/_hosts/vh10001/wwwroot/index.html`)).status).toBe(404);
    expect((await fetch(`${product.console}/internal/fs-gate`)).status).toBe(404);
  });

  it('refuses a body that is too large with its reason while the front door still sends it', async () => {
    const answer = await browser.request('/fs/ls', { json: { path: '/', filler: 'x'.repeat(6_000_000) } });
    expect(answer).toMatchObject({ status: 200, code: '413', reason: 'request-too-large' });
  });

  it('leaves no half-written archive when the file service is killed', async () => {
    await mkdir(join(root(), 'data/much'));
    for (let count = 0; count < 40; count += 1)
      await writeFile(join(root(), `data/much/${count}`), randomBytes(2_000_000));
    const isThere = async () => {
      const folder = join(root(), 'tmp/.sitedeck-work');
      const work = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
      return work.some((entry) => entry.isFile());
    };
    const { taskId } = (
      await browser.request('/fs/compress', { json: { paths: ['/data/much'], to: '/wwwroot/much.zip' } })
    ).res as { taskId: number };
    while (!(await isThere())) await sleep(5);
    process.kill(await product.pidOf('files'), 'SIGKILL');
    const statusOf = async () => {
      const { res } = await browser.request('/api/task/queryList/vh10001');
      return (res as { id: number; taskStatus: string }[]).find(({ id }) => id === taskId)?.taskStatus;
    };
    while ((await statusOf()) !== 'RUNNING_FAIL') await sleep(100);
    const change = { json: { path: '/wwwroot/free.txt' } };
    expect((await browser.request('/fs/touch', change)).code).toBe('200');
    // The next child begins by removing what the previous one left.
    while (await isThere()) await sleep(20);
    expect(await readdir(join(root(), 'wwwroot'))).not.toContain('much.zip');
  });

  it('continues an upload after the file service was killed', async () => {
    const bytes = randomBytes(2 * SLICE);
    const send = (from: number) =>
      upload('killed.bin', bytes.subarray(from, from + SLICE), {
        headers: {
          'content-range': `bytes ${from}-${from + SLICE - 1}/${bytes.length}`,
          'x-upload-id': 'killed',
        },
      });
    expect((await send(0)).code).toBe('200');
    process.kill(await product.pidOf('files'), 'SIGKILL');
    let answer = await send(SLICE);
    for (let tries = 0; tries < 250 && answer.code !== '200'; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      answer = await send(SLICE);
    }
    expect(answer.res).toMatchObject({ files: [{ done: true }] });
    const { url } = (await browser.request('/fs/link', { json: { path: '/wwwroot/killed.bin' } })).res as {
      url: string;
    };
    expect(sha(Buffer.from(await (await browser.raw(url)).arrayBuffer()))).toBe(sha(bytes));
  });
});
