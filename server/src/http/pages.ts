import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { BootDocument, PublicConfig } from '@sitedeck/contract';

export interface PageParts {
  /** Folder of the shell's build: `index.html`, `login.html`, `assets/`. */
  readonly shell: string;
  readonly boot: BootDocument;
  readonly config: PublicConfig;
  readonly isSignedIn: (request: FastifyRequest) => Promise<boolean>;
}

/** A JSON document inside a page: nothing in it can end the block. */
const dataBlock = (value: unknown): string =>
  JSON.stringify(value)
    .replace(/</g, '\\u003c')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029');

/** Origins other than our own that remotes are loaded from. */
function foreignOrigins(boot: BootDocument): string[] {
  const origins = boot.remotes
    .filter((remote) => /^https?:/.test(remote.base))
    .map((remote) => new URL(remote.base).origin);
  return [...new Set(origins)];
}

/** Nothing runs that the build did not bring; styles made by script carry the page's nonce. */
function policy(nonce: string, origins: readonly string[]): string {
  const bases = origins.map((origin) => ` ${origin}`).join('');
  return [
    "default-src 'self'",
    `script-src 'self'${bases}`,
    `style-src 'self' 'nonce-${nonce}'${bases}`,
    `connect-src 'self'${bases}`,
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "media-src 'self' blob:",
    "worker-src 'self' blob:",
    "frame-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
} as const;

/** Where sign-in leads back to (specification, section 3: `?r=` in the hash). */
function signInAddress(url: string): string {
  // One slash at its start and no backslash: anything else could lead off the console.
  return /^\/[^/\\][^\\]*$/.test(url) ? `/login#?r=${encodeURIComponent(url)}` : '/login';
}

/** A page's own address: no call, no asset. A dot in the last part means a file. */
const isPage = (path: string): boolean =>
  !/^\/(api|fs|internal|provider|assets|remotes|packages)(\/|$)/.test(path) && !/\.[^/]*$/.test(path);

interface Templates {
  readonly console: string;
  readonly signIn: string;
}

async function readTemplates(shell: string): Promise<Templates> {
  const [console, signIn] = await Promise.all(
    ['index.html', 'login.html'].map((name) => readFile(join(shell, name), 'utf8')),
  );
  return { console: console ?? '', signIn: signIn ?? '' };
}

/** The console's pages: sign-in at `/login`, the shell everywhere else, each with a nonce and its documents filled in. */
export async function servePages(app: FastifyInstance, parts: PageParts): Promise<void> {
  const templates = await readTemplates(parts.shell);
  const origins = foreignOrigins(parts.boot);
  const documents = {
    boot: dataBlock(parts.boot),
    noBoot: dataBlock({ revision: '', remotes: [] }),
    config: dataBlock(parts.config),
  };

  const send = (reply: FastifyReply, template: string, boot: string): FastifyReply => {
    const nonce = randomBytes(16).toString('base64');
    const page = template
      .replaceAll('__NONCE__', nonce)
      .replace('__BOOT__', () => boot)
      .replace('__CONFIG__', () => documents.config);
    return reply.headers({ ...PAGE_HEADERS, 'content-security-policy': policy(nonce, origins) }).send(page);
  };
  const lead = (reply: FastifyReply, to: string) =>
    reply.header('cache-control', 'no-store').redirect(to, 302);

  app.get('/login', async (request, reply) =>
    (await parts.isSignedIn(request)) ? lead(reply, '/') : send(reply, templates.signIn, documents.noBoot),
  );
  app.get('/*', async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    if (!isPage(path)) return reply.callNotFound();
    if (!(await parts.isSignedIn(request))) return lead(reply, signInAddress(request.url));
    return send(reply, templates.console, documents.boot);
  });
  app.get('/boot.json', (request, reply) => {
    const etag = `"${parts.boot.revision}"`;
    reply.header('etag', etag).header('cache-control', 'no-cache');
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.type('application/json; charset=utf-8').send(parts.boot);
  });
}
