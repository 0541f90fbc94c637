import { coversName, type CertificateSource, type HostCode } from '@sitedeck/contract';
import { servingOrder } from '#sites/serving-order';
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

/** The certificate that is served for a name: of those that cover it, the newest valid one, or the newest. */
export const servingCertificate = (
  newestFirst: readonly CertificateRow[],
  name: string,
  now: number,
): CertificateRow | undefined =>
  servingOrder(newestFirst, now).find(({ names }) => names.some((pattern) => coversName(pattern, name)));
