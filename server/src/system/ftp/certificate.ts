import { ownCertificate, type Certificate } from '#system/certificate/own-certificate';
import type { Settings } from '#system/settings/settings';

/**
 * The console's own certificate, or else a self-signed one.
 * @param secrets folder that only root can read
 * @param name the host name in the certificate
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
