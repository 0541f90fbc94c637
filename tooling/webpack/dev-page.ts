import { BootDocument } from '@sitedeck/contract';
import type { IncomingMessage, ServerResponse } from 'node:http';

type Next = (error?: unknown) => void;
type Middleware = (request: IncomingMessage, reply: ServerResponse, next: Next) => void;

const BOOT = /(?<=<script type="application\/json" id="sitedeck-boot">).*?(?=<\/script>)/s;

/**
 * The page as the running server fills it (boot document, configuration, session), with the shell's scripts and the
 * remotes under development taken from here. Its content policy stays behind: it names the server's scripts only.
 * @param remotes dev port by name
 */
export function devPage(against: string, remotes: ReadonlyMap<string, number>): Middleware {
  return (request, reply, next) => {
    const wantsPage = request.method === 'GET' && request.headers.accept?.includes('text/html') === true;
    if (!wantsPage) {
      next();
      return;
    }
    forward(request, against).then(({ status, headers, page }) => {
      reply.writeHead(status, headers);
      reply.end(fromHere(page, remotes));
    }, next);
  };
}

async function forward(request: IncomingMessage, against: string) {
  const headers = { accept: 'text/html', cookie: request.headers.cookie ?? '' };
  const reply = await fetch(`${against}${request.url ?? '/'}`, { headers, redirect: 'manual' }).catch(
    (error: unknown) => {
      throw new Error(`No server answers at ${against}: start one (npm start) or name it with --against`, {
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

/** Plain names for the shell's scripts, whose hashes no longer hold; dev addresses for the remotes under development. */
export function fromHere(page: string, remotes: ReadonlyMap<string, number>): string {
  return page
    .replace(/\/assets\/(react|signin|console)\.[0-9a-f]+\.js(?:" integrity="[^"]*)?/g, '/assets/$1.js')
    .replace(BOOT, (boot) => withDevRemotes(boot, remotes));
}

function withDevRemotes(text: string, remotes: ReadonlyMap<string, number>): string {
  const boot = BootDocument.parse(JSON.parse(text));
  const chosen = boot.remotes.map((remote) => {
    const port = remotes.get(remote.name);
    return port === undefined
      ? remote
      : { ...remote, base: `http://localhost:${port}/`, entry: 'remoteEntry.js' };
  });
  // As the server does: no `<` may end the data block.
  return JSON.stringify({ ...boot, remotes: chosen }).replaceAll('<', '\\u003c');
}
