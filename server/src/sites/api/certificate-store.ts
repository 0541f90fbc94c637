import { coversName, type CertificateSource, type HostCode } from '@sitedeck/contract';
import type { Db } from '#state/db';

export interface CertificateRow {
  readonly id: number;
  readonly names: readonly string[];
  readonly source: CertificateSource;
  readonly order_id: number | null;
  readonly chain: string;
  readonly fingerprint: string;
  readonly issuer: string;
  readonly key_algorithm: string;
  readonly not_before: Date;
  readonly not_after: Date;
  readonly created_at: Date;
}

/** Certificates of a host, newest first. */
export const readCertificates = (db: Db, hostCode: HostCode): Promise<CertificateRow[]> =>
  db
    .selectFrom('certificate')
    .select(['id', 'names', 'chain', 'fingerprint', 'issuer', 'key_algorithm', 'not_before', 'not_after'])
    .select(['source', 'order_id', 'created_at'])
    .where('host_code', '=', hostCode)
    .orderBy('id', 'desc')
    .execute();

/** The certificate that is served for a name: the newest one that covers it. */
export const servingCertificate = <Row extends { readonly names: readonly string[] }>(
  newestFirst: readonly Row[],
  name: string,
): Row | undefined => newestFirst.find(({ names }) => names.some((pattern) => coversName(pattern, name)));
