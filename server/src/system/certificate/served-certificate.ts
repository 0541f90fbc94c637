import { connect } from 'node:tls';

/** Where TLS is served, and the name that a visitor asks for. */
export interface TlsVisit {
  readonly host: string;
  readonly port: number;
  readonly name: string;
}

const HANDSHAKE_MS = 5000;

/** SHA-256 of the certificate that a visitor gets in a handshake, hex; undefined if there is none. */
export function servedCertificate({ host, port, name }: TlsVisit): Promise<string | undefined> {
  return new Promise((resolve) => {
    // Any certificate is looked at, also one that this machine does not trust.
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
