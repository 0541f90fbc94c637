import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LOCALES, type Locale } from '@sitedeck/contract';
import { localeOf } from '#system/text/accept-language';
import { isKnownEtag } from './known-etag';

const HEADERS = {
  'cache-control': 'no-cache',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
} as const;

interface Page {
  readonly type: string;
  readonly body: Buffer;
  readonly etag: string;
}

async function readPage(file: string): Promise<Page> {
  const body = await readFile(file);
  const type = file.endsWith('.css') ? 'text/css' : 'text/html';
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
  return { type: `${type}; charset=utf-8`, body, etag };
}

/** Pages by address. The list is fixed, so no spelling of an address reaches another file. */
async function readPages(folder: string): Promise<ReadonlyMap<string, Page>> {
  const pages = new Map([['/help/help.css', await readPage(join(folder, 'help.css'))]]);
  for (const locale of LOCALES) {
    for (const name of await readdir(join(folder, locale))) {
      const address = name === 'index.html' ? '' : name.replace(/\.html$/, '');
      pages.set(`/help/${locale}/${address}`, await readPage(join(folder, locale, name)));
    }
  }
  return pages;
}

/** The language of the address; an address without one gets the browser's. */
const localeIn = (path: string, request: FastifyRequest): Locale =>
  LOCALES.find((locale) => path.startsWith(`/help/${locale}/`)) ??
  localeOf(request.headers['accept-language']);

/**
 * Serves the help pages to everyone, signed in or not.
 * @param folder built by `tooling/help`: `help.css`, `<locale>/<page>.html`
 */
export async function serveHelp(app: FastifyInstance, folder: string): Promise<void> {
  const pages = await readPages(folder);
  const send = (request: FastifyRequest, reply: FastifyReply, { type, body, etag }: Page): FastifyReply => {
    reply.headers(HEADERS).header('etag', etag);
    if (isKnownEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
    return reply.header('content-type', type).send(body);
  };

  app.get('/help', (request, reply) =>
    reply
      .headers({ 'cache-control': 'no-cache', vary: 'Accept-Language' })
      .redirect(`/help/${localeOf(request.headers['accept-language'])}/`, 302),
  );
  app.get('/help/*', (request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    const locale = localeIn(`${path}/`, request);
    if (path === '/help/') return reply.redirect(`/help/${locale}/`, 302);
    const found = pages.get(path) ?? (path === `/help/${locale}` ? pages.get(`${path}/`) : undefined);
    const missing = pages.get(`/help/${locale}/missing`);
    if (found && found !== missing) return send(request, reply, found);
    if (!missing) throw new Error('The help pages hold none for an unknown address');
    return reply.code(404).headers(HEADERS).header('content-type', missing.type).send(missing.body);
  });
}
