import { request, type IncomingHttpHeaders } from 'node:http';

export interface OnTheWire {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** As it travelled: what is compressed stays so. */
  readonly body: Buffer;
}

/** Asks as a browser would, but leaves the reply as it came. */
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
