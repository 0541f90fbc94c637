import { RemoteManifest, type BootRemote } from '@sitedeck/contract';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { devPage, withRemotes } from './dev-page';

const manifest = (name: string) => ({
  name,
  version: '0.1.0',
  requires: { sdk: '^0.1.0', shell: '^0.1.0' },
  routes: [],
  menu: [],
  titles: { 'zh-CN': { title: '</script>' }, 'en-US': {} },
});
const remote = (name: string): BootRemote => ({
  ...RemoteManifest.parse(manifest(name)),
  global: `sitedeck_${name}`,
  assets: {},
  base: `/remotes/${name}/0.1.0/`,
  entry: 'remoteEntry.0a1b.js',
});
const boot = JSON.stringify({ revision: '7', remotes: [remote('files'), remote('backup')] }).replaceAll(
  '<',
  '\\u003c',
);
const PAGE = `<html><script type="application/json" id="sitedeck-boot">${boot}</script>
<script type="application/json" id="sitedeck-config">{"wireKey":"k"}</script>
<script defer src="/assets/console.0123456789ab.js" integrity="sha384-AAAA"></script></html>`;

const bootOf = (page: string) =>
  JSON.parse(/id="sitedeck-boot">(.*?)<\/script>/s.exec(page)?.[1] ?? '') as {
    remotes: { name: string; base: string }[];
  };

it('takes the chosen remote from its dev server and leaves the others unchanged', () => {
  const page = withRemotes(PAGE, [{ ...remote('files'), base: 'http://localhost:3001/' }]);
  expect(bootOf(page).remotes.map(({ name, base }) => `${name} ${base}`)).toEqual([
    'backup /remotes/backup/0.1.0/',
    'files http://localhost:3001/',
  ]);
  expect(page).toContain('"wireKey":"k"');
});

it('shows a remote that was never published', () => {
  const { remotes } = bootOf(withRemotes(PAGE, [remote('notes')]));
  expect(remotes.map(({ name }) => name)).toEqual(['files', 'backup', 'notes']);
});

it('escapes text that would end a data block', () => {
  expect(withRemotes(PAGE, [remote('notes')]).match(/<\/script>/g)).toHaveLength(3);
});

it('leaves replies unchanged that are not a page', async () => {
  const passed: string[] = [];
  const page = devPage('http://127.0.0.1:1', (text) => text);
  const server = createServer((request, reply) => {
    page(request, reply, (error) => {
      passed.push(error instanceof Error ? error.message : 'next');
      reply.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await fetch(`http://127.0.0.1:${port}/assets/console.js`, { headers: { accept: '*/*' } });
  await fetch(`http://127.0.0.1:${port}/`, { headers: { accept: 'text/html' } });
  server.close();
  expect(passed).toEqual(['next', expect.stringContaining('No server answers at http://127.0.0.1:1')]);
});

it('passes on redirects of the server with their cookies', async () => {
  const server = createServer((_request, reply) => {
    reply.writeHead(302, { location: '/login#?r=/', 'set-cookie': 'a=1; HttpOnly' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const page = devPage(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, (text) => text);
  const dev = createServer((request, reply) => page(request, reply, () => reply.end()));
  await new Promise<void>((resolve) => dev.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(dev.address() as AddressInfo).port}/`;
  const reply = await fetch(address, { headers: { accept: 'text/html' }, redirect: 'manual' });
  for (const one of [server, dev]) one.close();
  expect(reply.status).toBe(302);
  expect(reply.headers.get('location')).toBe('/login#?r=/');
  expect(reply.headers.getSetCookie()).toEqual(['a=1; HttpOnly']);
});
