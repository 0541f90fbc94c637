import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { freePort } from '#testing/free-port';
import { makeApp } from './app';
import { listenAt } from './listen';

async function connectTo(port: number): Promise<Socket> {
  const socket = createConnection({ host: '127.0.0.1', port });
  await once(socket, 'connect');
  return socket;
}

describe('a server that stops', () => {
  it('waits for requests in progress, but not for connections that never sent one', async () => {
    const app = makeApp('console');
    const [own, further] = [await freePort(), await freePort()];
    let answer: (words: string) => void = () => undefined;
    const arrived = new Promise<void>((resolve) => {
      app.get('/', () => {
        resolve();
        return new Promise<string>((reply) => (answer = reply));
      });
    });
    await app.listen({ host: '127.0.0.1', port: own });
    const listener = await listenAt(app, { host: '127.0.0.1', port: further });
    const silent = [await connectTo(own), await connectTo(further)];
    const asking = await connectTo(own);
    asking.write('GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
    await arrived;

    const stopped = Promise.all([app.close(), listener.close()]);
    await Promise.all(silent.map((socket) => once(socket, 'close')));
    answer('the answer');
    expect(await text(asking)).toContain('the answer');
    await stopped;
  });
});
