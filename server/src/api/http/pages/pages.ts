import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SERVER_PATHS, type BootDocument, type PublicConfig } from '@sitedeck/contract';
import type { Session } from '#sites/host-scope';
import { localeOf } from '#system/text/accept-language';
import type { AdmissionShare } from '../admission';
import { faultReply } from '../fault-reply';
import { isKnownEtag } from './known-etag';
import { contentPolicy, foreignOrigins, frameHeader, type PageOrigins } from './page-policy';
import { sendFault } from '../reply';

export interface PageParts {
  /** Folder of the shell's build: `index.html`, `login.html`, `assets/`. */
  readonly shell: string;
  readonly config: PublicConfig;
  readonly visitor: (request: FastifyRequest) => Promise<Session | undefined>;
  /** Counts a page against the limits until it is served. Refuses with `too-busy`. */
  readonly enter: (request: FastifyRequest) => Pick<AdmissionShare, 'leave'>;
  /** The boot document of a session. */
  readonly bootOf: (session: Session) => Promise<BootDocument>;
  /** The origin that the page's address asks about, if this session may use it. */
  readonly offeredOrigin: (session: Session, url: string) => string | undefined;
  /** Origins whose pages may frame the console, or `self`. */
  readonly ancestors: readonly string[];
}

const NO_REMOTES: BootDocument = { revision: '', remotes: [] };

/** A JSON document inside a page; no text in it can end its block. */
const dataBlock = (value: unknown): string =>
  JSON.stringify(value)
    .replace(/</g, '\\u003c')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029');

const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
} as const;

/** The sign-in page's address, with the address to return to in `?r=` of the hash. */
function signInAddress(url: string): string {
  // Starts with one slash and has no backslash: any other address could lead to another origin.
  return /^\/[^/\\][^\\]*$/.test(url) ? `/login#?r=${encodeURIComponent(url)}` : '/login';
}

/** Whether a path is a page, not a call or an asset. A dot in the last segment means a file. */
const isPage = (path: string): boolean =>
  !SERVER_PATHS.some((first) => first === path.split('/')[1]) && !/\.[^/]*$/.test(path);

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

/** Documents that are filled into a template. */
interface Content {
  readonly template: string;
  readonly boot: BootDocument;
  readonly reach: PageOrigins;
}

/**
 * Serves the console's pages: sign-in at `/login`, the shell at every other page, each with its own nonce and
 * documents.
 */
export async function servePages(app: FastifyInstance, parts: PageParts): Promise<void> {
  const { ancestors } = parts;
  const templates = await readTemplates(parts.shell);
  const config = dataBlock(parts.config);
  const headers = { ...PAGE_HEADERS, ...frameHeader(ancestors) };

  const send = (reply: FastifyReply, { template, boot, reach }: Content): FastifyReply => {
    const nonce = randomBytes(16).toString('base64');
    const fillings: Readonly<Record<string, string>> = {
      NONCE: nonce,
      BOOT: dataBlock(boot),
      CONFIG: config,
    };
    // Replaced in one pass: the filled-in documents may contain text that looks like a placeholder.
    const page = template.replace(/__(NONCE|BOOT|CONFIG)__/g, (_place, name: string) => fillings[name] ?? '');
    return reply.headers({ ...headers, 'content-security-policy': contentPolicy(nonce, reach) }).send(page);
  };
  const lead = (reply: FastifyReply, to: string) =>
    reply.header('cache-control', 'no-store').redirect(to, 302);
  const consoleOf = async (session: Session, url: string): Promise<Content> => {
    const boot = await parts.bootOf(session);
    const proposed = parts.offeredOrigin(session, url);
    const reach = {
      remotes: foreignOrigins(boot),
      proposed: proposed === undefined ? [] : [proposed],
      ancestors,
    };
    return { template: templates.console, boot, reach };
  };
  const signIn: Content = {
    template: templates.signIn,
    boot: NO_REMOTES,
    reach: { remotes: [], proposed: [], ancestors },
  };

  /** A forged cookie costs a lookup like a real one, so simultaneous lookups are limited. */
  const get = (path: string, answer: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>) =>
    app.get(path, async (request, reply) => {
      let pass: Pick<AdmissionShare, 'leave'>;
      try {
        pass = parts.enter(request);
      } catch (error) {
        const locale = localeOf(request.headers['accept-language']);
        return sendFault(reply, faultReply(error, { style: 'console', locale, requestId: request.id }));
      }
      try {
        return await answer(request, reply);
      } finally {
        pass.leave();
      }
    });

  get('/login', async (request, reply) =>
    (await parts.visitor(request)) ? lead(reply, '/') : send(reply, signIn),
  );
  get('/*', async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    if (!isPage(path)) return reply.callNotFound();
    const session = await parts.visitor(request);
    if (!session) return lead(reply, signInAddress(request.url));
    return send(reply, await consoleOf(session, request.url));
  });
  get('/boot.json', async (request, reply) => {
    const session = await parts.visitor(request);
    const boot = session ? await parts.bootOf(session) : NO_REMOTES;
    const etag = `"${boot.revision}"`;
    reply.header('etag', etag).header('cache-control', 'private, no-cache').header('vary', 'Cookie');
    if (isKnownEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
    return reply.type('application/json; charset=utf-8').send(boot);
  });
}
