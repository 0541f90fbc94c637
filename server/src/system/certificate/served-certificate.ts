import { connect } from 'node:tls';

/** Where TLS is served, and the server name of the handshake. */
export interface TlsVisit {
  readonly host: string;
  readonly port: number;
  readonly name: string;
}

const HANDSHAKE_MS = 5000;

/** SHA-256 of the certificate that a handshake gets, hex; undefined if it gets none. */
export function servedCertificate({ host, port, name }: TlsVisit): Promise<string | undefined> {
  return new Promise((resolve) => {
    // Accepts any certificate, even untrusted ones.
    const socket = connect({ host, port, servername: name, rejectUnauthorized: false });
    const end = (fingerprint?: string) => {
      socket.destroy();
      resolve(fingerprint);
    };
    socket.setTimeout(HANDSHAKE_MS, () => end());
    socket.on('error', () => end());
    socket.on('close', () => end());
    socket.on('secureConnect', () =>
      end(socket.getPeerCertificate().fingerprint256.replaceAll(':', '').toLowerCase()),
    );
  });
}
