import { BootDocument, BuiltRemote, type BootRemote } from '@sitedeck/contract';
import type { IncomingMessage, ServerResponse } from 'node:http';

type Next = (error?: unknown) => void;
type Middleware = (request: IncomingMessage, reply: ServerResponse, next: Next) => void;

/** Rewrites the server's page into the one under development. */
export type Rewrite = (page: string) => string | Promise<string>;

const BOOT = /(?<=<script type="application\/json" id="sitedeck-boot">).*?(?=<\/script>)/s;

/**
 * Serves the running server's page (boot document, configuration, session) rewritten. Its content policy is dropped,
 * since it allows only the server's scripts.
 * @param server origin of the server
 */
export function devPage(server: string, rewrite: Rewrite): Middleware {
  return (request, reply, next) => {
    const wantsPage = request.method === 'GET' && request.headers.accept?.includes('text/html') === true;
    if (!wantsPage) {
      next();
      return;
    }
    forward(request, server)
      .then(async ({ status, headers, page }) => {
        const rewritten = await rewrite(page);
        reply.writeHead(status, headers);
        reply.end(rewritten);
      })
      .catch(next);
  };
}

async function forward(request: IncomingMessage, server: string) {
  const headers = { accept: 'text/html', cookie: request.headers.cookie ?? '' };
  const reply = await fetch(`${server}${request.url ?? '/'}`, { headers, redirect: 'manual' }).catch(
    (error: unknown) => {
      throw new Error(`No server answers at ${server}: is it running, and the address right?`, {
        cause: error,
      });
    },
  );
  const target = reply.headers.get('location');
  return {
    status: reply.status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'set-cookie': reply.headers.getSetCookie(),
      ...(target !== null && { location: target }),
    },
    page: await reply.text(),
  };
}

/** Describes the remotes under development by the address of their dev server, with their current hashes. */
export async function describeDev(bases: readonly string[]): Promise<readonly BootRemote[]> {
  return Promise.all(
    bases.map(async (base) => {
      const reply = await fetch(`${base}remote.json`);
      return { ...BuiltRemote.parse(await reply.json()), base };
    }),
  );
}

/** Replaces remotes in the page's boot document, or adds them. */
export function withRemotes(page: string, remotes: readonly BootRemote[]): string {
  return page.replace(BOOT, (text) => {
    // The sign-in page's document has no user yet.
    if (text.trim() === '') return text;
    const boot = BootDocument.parse(JSON.parse(text));
    const others = boot.remotes.filter(({ name }) => !remotes.some((one) => one.name === name));
    // As on the server, `<` is escaped, since it could end the data block.
    return JSON.stringify({ ...boot, remotes: [...others, ...remotes] }).replaceAll('<', '\\u003c');
  });
}
