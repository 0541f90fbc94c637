import { X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findProgram, run } from '#system/process/exec';

/** PEM files. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** `use` is the purpose and prefixes the file names; `name` is the common name. */
export interface CertificateRequest {
  readonly folder: string;
  readonly use: string;
  readonly name: string;
}

const DAYS = 3650;
const RENEW_MS = 30 * 24 * 3600_000;

async function isGood(file: string): Promise<boolean> {
  try {
    return Date.parse(new X509Certificate(await readFile(file)).validTo) > Date.now() + RENEW_MS;
  } catch {
    return false;
  }
}

/** The key is moved first, so that an existing certificate proves a complete pair. */
async function make(openssl: string, { folder, use, name }: CertificateRequest, pair: Certificate) {
  const scratch = await mkdtemp(join(folder, `.${use}-`));
  const made = { cert: join(scratch, 'cert.pem'), key: join(scratch, 'key.pem') };
  try {
    const request = [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      String(DAYS),
      '-subj',
      `/CN=${name}`,
    ];
    const result = await run({ file: openssl, args: [...request, '-keyout', made.key, '-out', made.cert] });
    if (result.code !== 0) throw new Error(`openssl: ${result.stderr.trim().split('\n').at(-1)}`);
    await rename(made.key, pair.key);
    await rename(made.cert, pair.cert);
    return pair;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** A self-signed certificate, created once and kept, so that clients ask their user only once whether to trust it. */
export async function ownCertificate(request: CertificateRequest): Promise<Certificate> {
  const { folder, use } = request;
  const pair = { cert: join(folder, `${use}-cert.pem`), key: join(folder, `${use}-key.pem`) };
  if (await isGood(pair.cert)) return pair;
  const openssl = await findProgram('openssl');
  if (openssl === undefined) throw new Error('openssl is not installed, and TLS_CERT is not set');
  return make(openssl, request, pair);
}
