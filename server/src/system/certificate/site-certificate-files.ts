import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { HostCode } from '@sitedeck/contract';
import { pathExists } from '#system/disk/exists';
import type { Certificate } from './own-certificate';

const FINGERPRINT = /^[0-9a-f]{64}$/;

/** Folder of one certificate: the fingerprint in the path makes a renewal change the configuration, so nginx reloads. */
function folderOf(certificates: string, hostCode: HostCode, fingerprint: string): string {
  if (!FINGERPRINT.test(fingerprint)) throw new Error('not a fingerprint');
  return join(certificates, hostCode, fingerprint);
}

/** Paths of the files of a site's certificate; `certificates` is the folder of all certificates. */
export function siteCertificateFiles(
  certificates: string,
  hostCode: HostCode,
  fingerprint: string,
): Certificate {
  const folder = folderOf(certificates, hostCode, fingerprint);
  return { cert: join(folder, 'chain.pem'), key: join(folder, 'key.pem') };
}

/** Whether both files exist. */
export async function hasSiteCertificate(
  certificates: string,
  hostCode: HostCode,
  fingerprint: string,
): Promise<boolean> {
  const { cert, key } = siteCertificateFiles(certificates, hostCode, fingerprint);
  return (await pathExists(cert)) && pathExists(key);
}

interface StoredCertificate {
  readonly fingerprint: string;
  /** PEM: the certificate, then its chain. */
  readonly chain: string;
  /** PEM. */
  readonly key: string;
}

/** Writes both files atomically; an existing certificate stays unchanged. */
export async function storeSiteCertificate(
  certificates: string,
  hostCode: HostCode,
  { fingerprint, chain, key }: StoredCertificate,
): Promise<void> {
  const target = folderOf(certificates, hostCode, fingerprint);
  const parent = join(certificates, hostCode);
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const scratch = await mkdtemp(join(parent, '.new-'));
  try {
    await writeFile(join(scratch, 'chain.pem'), chain, { mode: 0o600, flush: true });
    await writeFile(join(scratch, 'key.pem'), key, { mode: 0o600, flush: true });
    if (!(await pathExists(target))) await rename(scratch, target);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Removes all certificates of a host. */
export const removeSiteCertificates = (certificates: string, hostCode: HostCode): Promise<void> =>
  rm(join(certificates, hostCode), { recursive: true, force: true });

/** Removes orphaned files, whose certificates are not among `kept`. Call before any certificate is stored. */
export async function sweepSiteCertificates(
  certificates: string,
  hostCode: HostCode,
  kept: readonly string[],
): Promise<void> {
  const folder = join(certificates, hostCode);
  const found = await readdir(folder).catch(() => []);
  for (const name of found.filter((one) => !kept.includes(one)))
    await rm(join(folder, name), { recursive: true, force: true });
}

export async function removeSiteCertificate(
  certificates: string,
  hostCode: HostCode,
  fingerprint: string,
): Promise<void> {
  await rm(folderOf(certificates, hostCode, fingerprint), { recursive: true, force: true });
}
