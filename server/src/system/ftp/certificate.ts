import { ownCertificate, type Certificate } from '#system/certificate/own-certificate';
import type { Settings } from '#system/settings/settings';

/**
 * The console's own certificate, else one that we make and keep.
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
  return ownCertificate({ folder: secrets, use: 'ftp', name });
}
