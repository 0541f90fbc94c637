import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:https';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import type { Pebble } from './pebble';

/** False replies of an authority. */
export interface Lies {
  /** Replaces an issued certificate; `csr` is the request, `issued` the reply of the real authority; all PEM. */
  readonly certificate?: (csr: string, issued: string) => Promise<string>;
  /** Text that follows the issued certificate endlessly. */
  readonly endless?: string;
  /** Paths at which it never replies. */
  readonly silent?: (path: string) => boolean;
  /** Replaces a new order. */
  readonly order?: (order: string) => string;
}

const Jws = z.object({ payload: z.string() });
const Finalization = z.object({ csr: z.string() });

async function readAll(stream: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

const pemOf = (der: Buffer): string => {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE REQUEST-----', ...lines, '-----END CERTIFICATE REQUEST-----', ''].join(
    '\n',
  );
};

/** The certificate request in a body; undefined: there is none. */
function csrIn(body: Buffer): string | undefined {
  if (body.length === 0) return undefined;
  const { payload } = Jws.parse(JSON.parse(body.toString()));
  const text = Buffer.from(payload, 'base64url').toString();
  const read = text === '' ? undefined : Finalization.safeParse(JSON.parse(text));
  return read?.success ? pemOf(Buffer.from(read.data.csr, 'base64url')) : undefined;
}

interface Upstream {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer;
}

/** A proxy in front of a real authority that changes its replies. */
export class LyingAuthority {
  lies: Lies = {};
  /** Bytes of an endless reply that were sent. */
  sentBytes = 0;
  private server: Server | undefined;
  private pebble: Pebble | undefined;
  private csr = '';

  /** Starts the proxy; returns its port. */
  async start(pebble: Pebble): Promise<number> {
    this.pebble = pebble;
    const [cert, key] = [await readFile(pebble.caFile), await readFile(pebble.keyFile)];
    this.server = createServer({ cert, key }, (received, reply) => {
      this.reply(received, reply).catch((error: unknown) => {
        console.error(error);
        reply.destroy();
      });
    }).listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return (this.server.address() as AddressInfo).port;
  }

  /** Ends the requests that got no reply. */
  disconnect(): void {
    this.server?.closeAllConnections();
  }

  close(): void {
    this.disconnect();
    this.server?.close();
  }

  private async reply(received: IncomingMessage, reply: ServerResponse): Promise<void> {
    const body = await readAll(received);
    this.csr = csrIn(body) ?? this.csr;
    if (this.lies.silent?.(received.url ?? '') === true) return;
    const real = await this.forward(received, body);
    const { certificate, endless, order } = this.lies;
    if (this.isOf(real, 'pem') && endless !== undefined) return this.send(reply, real, endless);
    const changed =
      this.isOf(real, 'pem') && certificate
        ? await certificate(this.csr, real.body.toString())
        : real.status === 201 && received.url?.startsWith('/order') && order
          ? order(real.body.toString())
          : real.body;
    reply.writeHead(real.status, { ...real.headers, 'content-length': Buffer.byteLength(changed) });
    reply.end(received.method === 'HEAD' ? undefined : changed);
  }

  private isOf({ headers }: Upstream, type: string): boolean {
    return String(headers['content-type']).includes(type);
  }

  /** The URLs in its replies contain the requested host, so they point to this proxy again. */
  private async forward({ method, url, headers }: IncomingMessage, body: Buffer): Promise<Upstream> {
    const port = this.pebble?.port;
    const sent = request({
      ...{ host: '127.0.0.1', port, path: url, method, headers },
      ...{ agent: false, rejectUnauthorized: false },
    });
    sent.end(body);
    const [reply] = (await once(sent, 'response')) as [IncomingMessage];
    // The proxy sets the length and the encoding of the body itself.
    const { 'content-length': _length, 'transfer-encoding': _parts, ...others } = reply.headers;
    return { status: reply.statusCode ?? 0, headers: others, body: await readAll(reply) };
  }

  /** Sends until the client disconnects. */
  private async send(reply: ServerResponse, { status, headers, body }: Upstream, more: string) {
    reply.writeHead(status, headers);
    await pipeline(this.withoutEnd(body, more), reply).catch(() => undefined);
  }

  private *withoutEnd(body: Buffer, more: string) {
    yield body;
    for (;;) {
      this.sentBytes += Buffer.byteLength(more);
      yield more;
    }
  }
}
