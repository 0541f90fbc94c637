import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { makeApp } from '../listeners/app';
import { serveHelp } from './help';

describe('serveHelp', () => {
  let folder: string;
  let app: FastifyInstance;
  const request = (url: string, headers: Readonly<Record<string, string>> = {}) =>
    app.inject({ url, headers });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'help-'));
    await writeFile(join(folder, 'secret.html'), 'secret');
    await writeFile(join(folder, 'help.css'), 'a{}');
    for (const locale of ['zh-CN', 'en-US']) {
      await mkdir(join(folder, locale));
      for (const page of ['index', 'backup', 'missing'])
        await writeFile(join(folder, locale, `${page}.html`), `${locale} ${page}`);
    }
    app = makeApp('console');
    await serveHelp(app, folder);
  });
  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });

  it('serves pages in both languages without a session, and lets them run no script', async () => {
    for (const locale of ['zh-CN', 'en-US']) {
      const reply = await request(`/help/${locale}/backup`);
      expect([reply.statusCode, reply.body]).toEqual([200, `${locale} backup`]);
      expect(reply.headers['content-type']).toBe('text/html; charset=utf-8');
      const policy = String(reply.headers['content-security-policy']);
      expect(policy).toMatch(/^default-src 'none'; style-src 'self'; /);
      expect(policy).not.toContain('script-src');
    }
    expect((await request('/help/help.css')).headers['content-type']).toBe('text/css; charset=utf-8');
  });

  it('begins in the language of the browser', async () => {
    for (const url of ['/help', '/help/']) {
      expect((await request(url)).headers.location).toBe('/help/zh-CN/');
      expect((await request(url, { 'accept-language': 'en-GB' })).headers.location).toBe('/help/en-US/');
    }
    expect((await request('/help/en-US/')).body).toBe('en-US index');
    expect((await request('/help/en-US')).body).toBe('en-US index');
  });

  it.each(['/help/en-US/unknown', '/help/en-US/backup/x', '/help/en-US/missing', '/help/en-US/..%2Fsecret'])(
    'answers 404 with a page of the same language at %s',
    async (url) => {
      const reply = await request(url);
      expect([reply.statusCode, reply.body]).toEqual([404, 'en-US missing']);
    },
  );

  it('sends a page again only after a change', async () => {
    const { etag } = (await request('/help/zh-CN/backup')).headers;
    expect((await request('/help/zh-CN/backup', { 'if-none-match': String(etag) })).statusCode).toBe(304);
    expect((await request('/help/zh-CN/', { 'if-none-match': String(etag) })).statusCode).toBe(200);
  });
});
