import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedRequest {
  readonly path: string;
  readonly body: string;
}

/** A refusal in words; every other value is `res` of a success. */
export class Refused {
  constructor(readonly msg: string) {}
}

export interface ApiServer {
  readonly url: string;
  readonly requests: readonly ReceivedRequest[];
  close: () => Promise<void>;
}

/**
 * A real HTTP server on loopback that answers in the API's envelope and accepts cross-origin calls from a jsdom page.
 */
export async function startApiServer(reply: (request: ReceivedRequest) => unknown): Promise<ApiServer> {
  const requests: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    response.setHeader('Access-Control-Allow-Origin', request.headers.origin ?? '*');
    response.setHeader('Access-Control-Allow-Credentials', 'true');
    response.setHeader(
      'Access-Control-Allow-Headers',
      request.headers['access-control-request-headers'] ?? '',
    );
    if (request.method === 'OPTIONS') {
      response.writeHead(204).end();
      return;
    }
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      const one = { path: request.url ?? '', body };
      requests.push(one);
      const res = reply(one);
      const envelope =
        res instanceof Refused
          ? { code: '400', res: { reason: 'bad-input' }, msg: res.msg }
          : { code: '200', res, msg: '' };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(envelope));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests: requests,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
