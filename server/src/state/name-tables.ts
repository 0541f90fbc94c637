import type { ColumnType, Generated } from 'kysely';
import type { HostCode } from '@sitedeck/contract';

type CreationTime = ColumnType<Date, Date | undefined, never>;

export interface DomainTable {
  /** Punycode, lower case; `*.` in front of a wildcard. */
  name: string;
  host_code: HostCode;
  /** At most one domain of a host. */
  is_primary: ColumnType<boolean, boolean | undefined, boolean>;
  remark: ColumnType<string, string | undefined, string>;
  created_at: CreationTime;
}

/** A certificate whose key lies on the node, readable by root only. */
export interface CertificateTable {
  id: Generated<number>;
  host_code: HostCode;
  /** jsonb, serialized by us. */
  names: ColumnType<string[], string, never>;
  /** PEM: the certificate, then its chain. */
  chain: string;
  /** SHA-256 of the certificate, hex. */
  fingerprint: string;
  issuer: string;
  /** For people, such as `RSA 2048`. */
  key_algorithm: string;
  not_before: ColumnType<Date, Date, never>;
  not_after: ColumnType<Date, Date, never>;
  created_at: CreationTime;
}

/** Domains and certificates. */
export interface NameTables {
  domain: DomainTable;
  certificate: CertificateTable;
}
