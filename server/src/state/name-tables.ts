import type { ColumnType, Generated } from 'kysely';
import type { CertificateSource, ChallengeWay, DomainDns, HostCode, KeyType } from '@sitedeck/contract';

type CreationTime = ColumnType<Date, Date | undefined, never>;
/** jsonb, serialized by us. */
type Json<T> = ColumnType<T, string, string>;
type JsonOrNull<T> = ColumnType<T | null, string | null | undefined, string | null>;
type TimeOrNull = ColumnType<Date | null, Date | null | undefined, Date | null>;

export interface DomainTable {
  /** Punycode, lower case; `*.` in front of a wildcard. */
  name: string;
  host_code: HostCode;
  /** At most one domain of a host. */
  is_primary: ColumnType<boolean, boolean | undefined, boolean>;
  remark: ColumnType<string, string | undefined, string>;
  /** The last check. */
  dns: JsonOrNull<DomainDns>;
  created_at: CreationTime;
}

/** A certificate whose key lies on the node, readable by root only. */
export interface CertificateTable {
  id: Generated<number>;
  host_code: HostCode;
  names: ColumnType<string[], string, never>;
  source: ColumnType<CertificateSource, CertificateSource | undefined, never>;
  /** The order that renews it; null: none. */
  order_id: ColumnType<number | null, number | null | undefined, number | null>;
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

/** Why a request failed: a fault, whose message is made in the reader's language. */
export interface StoredFailure {
  readonly reason: string;
  readonly values: Readonly<Record<string, string | number>>;
}

/** Domains for which a certificate is requested by ACME, and renewed. */
export interface CertificateOrderTable {
  id: Generated<number>;
  host_code: HostCode;
  names: Json<string[]>;
  way: ChallengeWay;
  key_type: KeyType;
  renews: ColumnType<boolean, boolean | undefined, boolean>;
  /** The task that requests it now, or did last. */
  task_id: ColumnType<number | null, number | null | undefined, number | null>;
  /** Of the last request; null: it succeeded. */
  failure: JsonOrNull<StoredFailure>;
  failed_at: TimeOrNull;
  /** Failed requests in a row. */
  failures: ColumnType<number, number | undefined, number>;
  /** When the certificate is requested again by itself; null: not. */
  next_at: TimeOrNull;
  created_at: CreationTime;
}

/** What a host has used of its daily limits of the edge cache. */
export interface CdnAllowanceTable {
  host_code: HostCode;
  /** `2026-11-28`, UTC. */
  day: string;
  kind: string;
  used: number;
}

/** Domains, certificates and the edge cache. */
export interface NameTables {
  domain: DomainTable;
  certificate: CertificateTable;
  certificate_order: CertificateOrderTable;
  cdn_allowance: CdnAllowanceTable;
}
