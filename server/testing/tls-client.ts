import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import { connect, type SecureVersion, type TLSSocket } from 'node:tls';

export interface TlsReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface TlsRequest {
  readonly port: number;
  /** Name in the handshake, and in the request unless `host` is set. */
  readonly name: string;
  readonly host?: string;
  readonly path?: string;
}

/** Requests a page over TLS; certificates are not verified, since tests sign their own. */
export function requestOverTls({ port, name, host = name, path = '/' }: TlsRequest): Promise<TlsReply> {
  return new Promise((resolve, reject) => {
    const options = {
      ...{ host: '127.0.0.1', port, path, servername: name },
      ...{ headers: { host }, rejectUnauthorized: false, agent: false },
    };
    request(options, (reply) => {
      const parts: Buffer[] = [];
      reply.on('data', (part: Buffer) => parts.push(part));
      reply.on('end', () =>
        resolve({
          status: reply.statusCode ?? 0,
          headers: reply.headers,
          body: Buffer.concat(parts).toString(),
        }),
      );
      reply.on('error', reject);
    })
      .on('error', reject)
      .end();
  });
}

interface Handshake {
  readonly port: number;
  readonly name: string;
  readonly maxVersion?: SecureVersion;
  readonly protocols?: readonly string[];
  /** Names of OpenSSL; only with `maxVersion`. */
  readonly ciphers?: string;
}

/** Opens a TLS connection to a name. */
export async function shakeHands({
  port,
  name,
  maxVersion,
  protocols,
  ciphers = 'ALL',
}: Handshake): Promise<TLSSocket> {
  const socket = connect({
    ...{ host: '127.0.0.1', port, servername: name, rejectUnauthorized: false },
    ...(maxVersion && { maxVersion, minVersion: 'TLSv1' as const, ciphers: `${ciphers}@SECLEVEL=0` }),
    ...(protocols && { ALPNProtocols: [...protocols] }),
  });
  await once(socket, 'secureConnect');
  return socket;
}

/** SHA-256 of the certificate that a name gets, hex. */
export async function servedFingerprint(port: number, name: string): Promise<string> {
  const socket = await shakeHands({ port, name });
  const { fingerprint256 } = socket.getPeerCertificate();
  socket.destroy();
  return fingerprint256.replaceAll(':', '').toLowerCase();
}
