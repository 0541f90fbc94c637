import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Authority, makeAccountKey } from './authority';

describe('an authority whose reply never ends', () => {
  let server: Server;
  let authority: Authority;

  beforeAll(async () => {
    server = createServer((_request, reply) => {
      reply.writeHead(200, { 'content-type': 'application/json' });
      const drip = setInterval(() => reply.write(' '), 20);
      reply.on('close', () => clearInterval(drip));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    authority = new Authority({
      directoryUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/dir`,
      accountKey: await makeAccountKey(),
      contact: undefined,
      binding: undefined,
      ca: undefined,
      requestMs: 500,
    });
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it('counts as down after the request timeout, although bytes still come', async () => {
    await expect(authority.order({ names: ['a.example'] })).rejects.toMatchObject({ type: 'unreachable' });
  });
});
