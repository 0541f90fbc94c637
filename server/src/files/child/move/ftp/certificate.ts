import { isIP } from 'node:net';
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls';
import type { Socket } from 'node:net';
import { Refusal } from '#faults/refusal';
import { ConnectionLost } from '../source';

export interface TlsServer {
  /** Name or address that the certificate has to be for. */
  readonly server: string;
  /** SHA-256 of a certificate that the owner has confirmed, hexadecimal. */
  readonly confirmed: string | null;
}

export const fingerprintOf = (socket: TLSSocket): string =>
  (socket.getPeerX509Certificate()?.fingerprint256 ?? '').replaceAll(':', '').toLowerCase();

/** The certificate is checked by `checkCertificate`, because the owner may confirm one that is not valid. */
export const tlsOptions = ({ server }: TlsServer): ConnectionOptions => ({
  host: server,
  ...(isIP(server) === 0 && { servername: server }),
  rejectUnauthorized: false,
  minVersion: 'TLSv1.2',
});

/** Refuses with `move-certificate-wrong` a certificate that is neither valid nor confirmed. */
export function checkCertificate(socket: TLSSocket, { server, confirmed }: TlsServer): string {
  const fingerprint = fingerprintOf(socket);
  if (!socket.authorized && fingerprint !== confirmed) {
    // The type says Error, but it is the code of one.
    const why = String(socket.authorizationError);
    throw new Refusal('move-certificate-wrong', { values: { server, why, fingerprint } });
  }
  return fingerprint;
}

/** Resolves when TLS is established on an open socket. */
export function secured(socket: Socket, options: ConnectionOptions): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const tls = connect({ ...options, socket }, () => resolve(tls));
    tls.once('error', (error: Error) => reject(new ConnectionLost(`TLS: ${error.message}`)));
    tls.once('close', () => reject(new ConnectionLost('TLS')));
  });
}
