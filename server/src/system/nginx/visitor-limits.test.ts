import { chown, truncate, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { testSite, TestNode } from '#testing/node-engines';
import { instanceOf } from './instance';
import { RETIRED_MAX, retiredWorkers } from './retired-workers';

const SLOW = 200;
const SITE = 'visited';
const UID = 28_211;

/** Sends part of a request and keeps the connection open; `from` is a loopback address. */
async function beginRequest(port: number, from: string, text: string): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port, localAddress: from });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

const post = (length: number, path = '/form.php') =>
  `POST ${path} HTTP/1.1\r\nHost: ${SITE}.localhost\r\nContent-Length: ${length}\r\n\r\n`;
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: ${SITE}.localhost\r\nConnection: close\r\n\r\n`;

const firstBytes = async (socket: Socket): Promise<string> =>
  String(((await once(socket, 'data')) as [Buffer])[0]);

describe('visitors who are slow on purpose', () => {
  let node: TestNode;
  const sockets: Socket[] = [];
  const begin = async (from: string, text: string) => {
    const socket = await beginRequest(node.port, from, text);
    sockets.push(socket);
    return socket;
  };

  beforeAll(async () => {
    node = await TestNode.make();
    node.sites = [testSite(SITE, UID)];
    await node.hosts.begin();
    await node.startEngines();
    const root = join(node.root(SITE), 'wwwroot');
    await writeFile(join(root, 'form.php'), '<?php echo "form ", $_SERVER["CONTENT_LENGTH"] ?? "";');
    await writeFile(join(root, 'large.bin'), '');
    await truncate(join(root, 'large.bin'), 512 * 1024 * 1024);
    for (const name of ['form.php', 'large.bin'])
      if (process.getuid?.() === 0) await chown(join(root, name), UID, UID);
  });
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
  });
  afterAll(() => node.close());

  it('refuses too many request bodies of one address, and serves other addresses', async () => {
    let refused = 0;
    const slow = await Promise.all(Array.from({ length: SLOW }, () => begin('127.0.0.2', post(1000))));
    for (const socket of slow)
      socket.once('data', (bytes: Buffer) => {
        if (bytes.toString().startsWith('HTTP/1.1 429 ')) refused += 1;
      });
    while (refused < SLOW - 64) await sleep(20);
    const other = await begin('127.0.0.3', `${post(5)}12345`);
    expect(await firstBytes(other)).toMatch(/^HTTP\/1\.1 200 /);
    // Requests without a body are never counted.
    expect(await firstBytes(await begin('127.0.0.2', get('/form.php')))).toMatch(/^HTTP\/1\.1 200 /);
    expect(await firstBytes(await begin('127.0.0.2', `${post(5)}12345`))).toMatch(/^HTTP\/1\.1 429 /);
    expect(refused).toBe(SLOW - 64);
  }, 400_000);

  it('keeps only the newest retired workers alive', async () => {
    const instance = instanceOf(node.places, 'sites');
    for (let round = 0; round < RETIRED_MAX + 2; round += 1) {
      // The reply is read too slowly: the worker that sends it stays until the visitor has received it.
      const download = await begin('127.0.0.2', get('/large.bin'));
      download.pause();
      while (download.bytesRead === 0 && download.readableLength === 0) await sleep(10);
      node.sites = [testSite(SITE, UID, { mime: [{ extension: `e${round}`, mimeType: 'text/x-test' }] })];
      // nginx closes a connection that takes nothing for a minute, which so many rounds may last.
      for (const socket of sockets) socket.read();
      // Workers without a download end soon.
      while ((await retiredWorkers(instance)).length > round) await sleep(20);
      const [oldest] = await retiredWorkers(instance);
      await node.hosts.applySites();
      // Below the limit no visitor's connection is closed.
      if (oldest !== undefined && round < RETIRED_MAX - 4)
        expect(await retiredWorkers(instance)).toContain(oldest);
    }
    while ((await retiredWorkers(instance)).length > RETIRED_MAX) await sleep(20);
    expect((await node.request(`${SITE}.localhost`, '/form.php')).status).toBe(200);
  }, 400_000);
});
