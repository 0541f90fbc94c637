import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:https';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import type { Pebble } from './pebble';

/** What an authority answers instead of the truth. */
export interface Lies {
  /** In place of an issued certificate; `csr` is the request, `issued` what the real authority answered; all PEM. */
  readonly certificate?: (csr: string, issued: string) => Promise<string>;
  /** A text that follows the issued certificate without an end. */
  readonly endless?: string;
  /** In place of a new order. */
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

/** The certificate request that a client has sent; undefined: the body holds none. */
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

/** A real authority, between which and its clients a liar stands. */
export class LyingAuthority {
  lies: Lies = {};
  /** Bytes of an endless reply that the client let it send. */
  sentBytes = 0;
  private server: Server | undefined;
  private pebble: Pebble | undefined;
  private csr = '';

  /** The port at which clients find the liar. */
  async start(pebble: Pebble): Promise<number> {
    this.pebble = pebble;
    const [cert, key] = [await readFile(pebble.caFile), await readFile(pebble.keyFile)];
    this.server = createServer({ cert, key }, (asked, reply) => {
      this.answer(asked, reply).catch((error: unknown) => {
        console.error(error);
        reply.destroy();
      });
    }).listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return (this.server.address() as AddressInfo).port;
  }

  close(): void {
    this.server?.closeAllConnections();
    this.server?.close();
  }

  private async answer(asked: IncomingMessage, reply: ServerResponse): Promise<void> {
    const body = await readAll(asked);
    this.csr = csrIn(body) ?? this.csr;
    const real = await this.forward(asked, body);
    const { certificate, endless, order } = this.lies;
    if (this.isOf(real, 'pem') && endless !== undefined) return this.send(reply, real, endless);
    const answered =
      this.isOf(real, 'pem') && certificate
        ? await certificate(this.csr, real.body.toString())
        : real.status === 201 && asked.url?.startsWith('/order') && order
          ? order(real.body.toString())
          : real.body;
    reply.writeHead(real.status, { ...real.headers, 'content-length': Buffer.byteLength(answered) });
    reply.end(asked.method === 'HEAD' ? undefined : answered);
  }

  private isOf({ headers }: Upstream, type: string): boolean {
    return String(headers['content-type']).includes(type);
  }

  /** Its addresses contain the host that is asked for, so they lead to the liar again. */
  private async forward({ method, url, headers }: IncomingMessage, body: Buffer): Promise<Upstream> {
    const port = this.pebble?.port;
    const sent = request({
      ...{ host: '127.0.0.1', port, path: url, method, headers },
      ...{ agent: false, rejectUnauthorized: false },
    });
    sent.end(body);
    const [reply] = (await once(sent, 'response')) as [IncomingMessage];
    // How long the body is, and in which parts it comes, is for the liar to say.
    const { 'content-length': _length, 'transfer-encoding': _parts, ...others } = reply.headers;
    return { status: reply.statusCode ?? 0, headers: others, body: await readAll(reply) };
  }

  /** Sends until the client hangs up. */
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
