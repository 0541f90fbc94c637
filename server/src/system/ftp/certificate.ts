import { X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findProgram, run } from '../exec';
import type { Settings } from '../settings';

/** PEM files. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

const DAYS = 3650;
const RENEW_MS = 30 * 24 * 3600_000;

const pairIn = (folder: string): Certificate => ({
  cert: join(folder, 'ftp-cert.pem'),
  key: join(folder, 'ftp-key.pem'),
});

async function isGood(file: string): Promise<boolean> {
  try {
    return Date.parse(new X509Certificate(await readFile(file)).validTo) > Date.now() + RENEW_MS;
  } catch {
    return false;
  }
}

/** Key first: a certificate stands for a pair that is whole. */
async function make(openssl: string, folder: string, name: string): Promise<Certificate> {
  const scratch = await mkdtemp(join(folder, '.ftp-'));
  const made = { cert: join(scratch, 'cert.pem'), key: join(scratch, 'key.pem') };
  const pair = pairIn(folder);
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

/**
 * The console's own certificate, else one that we make and keep: clients ask once whether they trust it.
 * @param secrets folder that root alone reads
 * @param name what it is made out to
 */
export async function ftpCertificate(
  settings: Settings,
  secrets: string,
  name: string,
): Promise<Certificate> {
  const { TLS_CERT, TLS_KEY } = settings;
  if (TLS_CERT !== undefined && TLS_KEY !== undefined) return { cert: TLS_CERT, key: TLS_KEY };
  const kept = pairIn(secrets);
  if (await isGood(kept.cert)) return kept;
  const openssl = await findProgram('openssl');
  if (openssl === undefined) throw new Error('openssl is not installed, and TLS_CERT is not set');
  return make(openssl, secrets, name);
}
