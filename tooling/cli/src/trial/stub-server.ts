import { ok, type BootRemote, type PublicConfig } from '@sitedeck/contract';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, normalize } from 'node:path';
import type { BuiltFolder } from '../develop/build';
import { replyTo, type Story } from './story';

export interface StubServer {
  readonly origin: string;
  /** Calls that the story has no reply to. */
  readonly unanswered: Set<string>;
  close: () => void;
}

interface StubContent {
  readonly story: Story;
  readonly remote: BuiltFolder;
  /** Folder of a built console. */
  readonly console: string;
}

const CONFIG: PublicConfig = {
  apiBase: '/api',
  fileServiceBase: '/fs',
  wireKey: 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
  links: {},
  copyright: '',
};

const BASE = '/remotes/tried/';
const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript',
  json: 'application/json',
  css: 'text/css',
};

/** Serves a built console with one remote and answers calls from the story. */
export async function openStubServer(served: StubContent): Promise<StubServer> {
  const unanswered = new Set<string>();
  const page = pageOf(served);
  const server = createServer((request, reply) => {
    const { pathname } = new URL(request.url ?? '/', 'http://stub');
    if (pathname === '/boot.json') return send(reply, 'application/json', JSON.stringify(bootOf(served)));
    if (pathname.startsWith(BASE)) return sendFile(reply, served.remote.folder, pathname.slice(BASE.length));
    if (pathname.startsWith('/assets/')) return sendFile(reply, served.console, pathname.slice(1));
    if (!/^\/(?:api|fs)\//.test(pathname)) return send(reply, 'text/html; charset=utf-8', page);
    const res = replyTo(served.story, request.method ?? '', pathname);
    if (res === undefined) unanswered.add(`${request.method ?? ''} ${pathname}`);
    reply.statusCode = res === undefined ? 404 : 200;
    return send(reply, 'application/json', JSON.stringify(ok(res)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    unanswered,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function send(reply: ServerResponse, type: string, body: string | Buffer): void {
  reply.setHeader('content-type', type);
  reply.end(body);
}

function sendFile(reply: ServerResponse, folder: string, path: string): void {
  const file = join(folder, normalize(`/${path}`));
  if (existsSync(file)) return send(reply, TYPES[path.split('.').at(-1) ?? ''] ?? '', readFileSync(file));
  reply.statusCode = 404;
  reply.end();
}

function bootOf({ remote }: StubContent) {
  const tried: BootRemote = { ...remote.built, base: BASE };
  return { revision: 'story', remotes: [tried] };
}

const block = (value: object): string => JSON.stringify(value).replaceAll('<', '\\u003c');

function pageOf(served: StubContent): string {
  return readFileSync(join(served.console, 'index.html'), 'utf8')
    .replaceAll('__NONCE__', 'story')
    .replace('__BOOT__', () => block(bootOf(served)))
    .replace('__CONFIG__', () => block(CONFIG));
}
