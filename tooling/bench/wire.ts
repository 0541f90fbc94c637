import { request, type IncomingHttpHeaders } from 'node:http';

export interface OnTheWire {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** As transferred, not unpacked. */
  readonly body: Buffer;
}

/** Sends a request like a browser, but does not unpack the reply. */
export function onTheWire(url: string, headers: Readonly<Record<string, string>>): Promise<OnTheWire> {
  return new Promise((resolve, reject) => {
    const asking = request(url, { headers }, (reply) => {
      const chunks: Buffer[] = [];
      reply.on('data', (chunk: Buffer) => chunks.push(chunk));
      reply.on('error', reject);
      reply.on('end', () =>
        resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body: Buffer.concat(chunks) }),
      );
    });
    asking.once('error', reject);
    asking.end();
  });
}
