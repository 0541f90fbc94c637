import { X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '#system/process/exec';

export interface MadeCertificate {
  readonly chain: string;
  readonly key: string;
  /** SHA-256, hex. */
  readonly fingerprint: string;
}

/** SHA-256 of a certificate in PEM, hex. */
export const fingerprintOf = (pem: string): string =>
  new X509Certificate(pem).fingerprint256.replaceAll(':', '').toLowerCase();

async function openssl(args: readonly string[]): Promise<void> {
  const { code, stderr } = await run({ file: 'openssl', args: [...args] });
  if (code !== 0) throw new Error(`openssl: ${stderr}`);
}

/** Makes a self-signed certificate for names with an ECDSA key. */
export async function makeCertificate(names: readonly string[], days = 90): Promise<MadeCertificate> {
  const folder = await mkdtemp(join(tmpdir(), 'sitedeck-cert-'));
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  try {
    const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
    const subject = [
      '-subj',
      '/CN=test',
      '-addext',
      `subjectAltName=${names.map((one) => `DNS:${one}`).join(',')}`,
    ];
    await openssl([...request, '-days', String(days), ...subject, '-keyout', key, '-out', cert]);
    const chain = await readFile(cert, 'utf8');
    return { chain, key: await readFile(key, 'utf8'), fingerprint: fingerprintOf(chain) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
