import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isKnownEtag } from './known-etag';

/** Encodings of the loader, smallest first; the build writes them as neighbouring files. */
const FORMS = [
  { suffix: '.br', encoding: 'br' },
  { suffix: '.gz', encoding: 'gzip' },
  { suffix: '', encoding: undefined },
] as const;

interface Form {
  readonly encoding: string | undefined;
  readonly body: Buffer;
  readonly etag: string;
}

const etagOf = (body: Buffer): string => `"${createHash('sha256').update(body).digest('base64url')}"`;

const accepts = ({ headers }: FastifyRequest, encoding: string | undefined): boolean =>
  encoding === undefined || (headers['accept-encoding'] ?? '').includes(encoding);

/**
 * Serves `/embed.js`, which portals load. Its name never changes, so browsers revalidate it at every use and
 * mostly get 304. Every file that it loads has a hash in its name.
 * @param shell folder of the shell's build
 */
export async function serveEmbedLoader(app: FastifyInstance, shell: string): Promise<void> {
  const forms: readonly Form[] = await Promise.all(
    FORMS.map(async ({ suffix, encoding }) => {
      const body = await readFile(join(shell, `embed.js${suffix}`));
      return { encoding, body, etag: etagOf(body) };
    }),
  );
  app.get('/embed.js', (request: FastifyRequest, reply: FastifyReply) => {
    const form = forms.find(({ encoding }) => accepts(request, encoding));
    if (!form) throw new Error('The plain form is always accepted');
    reply.headers({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      etag: form.etag,
      vary: 'Accept-Encoding',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    });
    if (isKnownEtag(request.headers['if-none-match'], form.etag)) return reply.code(304).send();
    if (form.encoding !== undefined) reply.header('content-encoding', form.encoding);
    return reply.send(form.body);
  });
}
