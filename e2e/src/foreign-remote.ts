import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

const DIST = join(import.meta.dirname, '../../remotes/files/dist');

/** A developer's own build of the remote `files`, served from its own origin. */
export interface ForeignRemote {
  readonly origin: string;
  /** Replaces the script of the exposed module without updating the manifest. */
  swap(): void;
  stop(): Promise<void>;
}

const sumOf = (content: Buffer) => `sha384-${createHash('sha384').update(content).digest('base64')}`;

/** @param words text that its page shows */
export async function serveForeignRemote(version: string, words: string): Promise<ForeignRemote> {
  const names = (await readdir(DIST)).filter((name) => name.endsWith('.js'));
  const files = new Map<string, Buffer>();
  for (const name of names) files.set(`/${name}`, await readFile(join(DIST, name)));
  const built = JSON.parse(await readFile(join(DIST, 'remote.json'), 'utf8')) as {
    entry: string;
    global: string;
    assets: Record<string, string>;
  };
  const genuine = files.get(`/${built.entry}`)?.toString() ?? '';
  const { global } = built;
  const app = `() => SitedeckReact.React.createElement('h1', null, ${JSON.stringify(words)})`;
  const entry = Buffer.from(`${genuine}
;(({ init, get }) => {
  ${global} = { init, get: (door) => door === './app' ? Promise.resolve(() => ({ App: ${app} })) : get(door) };
})(${global});`);
  files.set(`/${built.entry}`, entry);
  const manifest = { ...built, version, assets: { ...built.assets, [built.entry]: sumOf(entry) } };
  files.set('/remote.json', Buffer.from(JSON.stringify(manifest)));
  const server = createServer((request, reply) => {
    const content = files.get((request.url ?? '').replace(/\?.*/, ''));
    const type = request.url?.startsWith('/remote.json') ? 'application/json' : 'text/javascript';
    reply.writeHead(content ? 200 : 404, { 'access-control-allow-origin': '*', 'content-type': type });
    reply.end(content);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    swap: () =>
      void files.set(`/${built.entry}`, Buffer.concat([entry, Buffer.from(';globalThis.swapped = 1;')])),
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
