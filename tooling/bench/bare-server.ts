import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The peer of a simple call: what Node alone needs to answer the same few bytes. Prints its port. */
const body = JSON.stringify({ code: '200', res: 'FTP', msg: '' });
const server = createServer((_request, reply) => {
  reply.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length });
  reply.end(body);
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
