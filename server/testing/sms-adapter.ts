import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';

export interface SmsAdapter {
  readonly url: string;
  readonly requests: { readonly headers: IncomingHttpHeaders; readonly body: unknown }[];
  /** Status and headers of its replies from now on. */
  answer(status: number, headers?: Readonly<Record<string, string>>): void;
  close(): Promise<void>;
}

/** A provider's adapter for text messages, on loopback. */
export async function openSmsAdapter(): Promise<SmsAdapter> {
  const requests: SmsAdapter['requests'] = [];
  let status = 202;
  let extra: Readonly<Record<string, string>> = {};
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      requests.push({ headers: request.headers, body: JSON.parse(body) as unknown });
      response.writeHead(status, extra).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/send`,
    requests: requests,
    answer: (next, headers = {}) => {
      status = next;
      extra = headers;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
