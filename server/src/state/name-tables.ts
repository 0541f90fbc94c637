import type { ColumnType, Generated } from 'kysely';
import type { ChallengeWay, DomainDns, HostCode, KeyType } from '@sitedeck/contract';
import type { StoredFault } from './backup-tables';

type CreationTime = ColumnType<Date, Date | undefined, never>;
/** jsonb, serialized by us. */
type Json<T> = ColumnType<T, string, string>;
type JsonOrNull<T> = ColumnType<T | null, string | null | undefined, string | null>;
type Flag = ColumnType<boolean, boolean | undefined, boolean>;

export interface DomainTable {
  /** Punycode, lower case; `*.` in front of a wildcard. */
  name: string;
  host_code: HostCode;
  /** At most one domain of a host. */
  is_primary: Flag;
  remark: ColumnType<string, string | undefined, string>;
  /** The last check of its DNS. */
  dns: JsonOrNull<DomainDns>;
  created_at: CreationTime;
}

/** A host's claim on a domain that another host has bound: a TXT record with the token proves it. */
export interface DomainClaimTable {
  host_code: HostCode;
  name: string;
  token: string;
  created_at: CreationTime;
}

/** Cached replies of the ICP adapter. */
export interface IcpFilingTable {
  name: string;
  /** Null: no filing. */
  number: string | null;
  checked_at: ColumnType<Date, Date, Date>;
}

/** The lasting request that names keep a certificate; each renewal makes another certificate. */
export interface CertificateOrderTable {
  id: Generated<number>;
  host_code: HostCode;
  names: Json<string[]>;
  way: ChallengeWay;
  key_type: KeyType;
  renews: Flag;
  /** Why the last attempt failed; null once one succeeds. */
  failure: JsonOrNull<{ readonly fault: StoredFault; readonly at: string }>;
  /** Failed attempts since the last certificate. */
  failures: ColumnType<number, number | undefined, number>;
  /** When the next attempt is due; null: not by itself. */
  next_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  created_at: CreationTime;
}

/** A certificate whose key lies on the node, readable by root only. */
export interface CertificateTable {
  id: Generated<number>;
  host_code: HostCode;
  /** Null for an uploaded one, or once its order is removed. */
  order_id: ColumnType<number | null, number | null | undefined, number | null>;
  source: 'acme' | 'upload';
  names: Json<string[]>;
  /** PEM: the certificate, then its chain. */
  chain: string;
  /** SHA-256 of the certificate, hex. */
  fingerprint: string;
  issuer: string;
  /** For people, such as `ECDSA P-256`. */
  key_algorithm: string;
  not_before: ColumnType<Date, Date, never>;
  not_after: ColumnType<Date, Date, never>;
  created_at: CreationTime;
}

/** Domains and certificates. */
export interface NameTables {
  domain: DomainTable;
  domain_claim: DomainClaimTable;
  icp_filing: IcpFilingTable;
  certificate_order: CertificateOrderTable;
  certificate: CertificateTable;
}
