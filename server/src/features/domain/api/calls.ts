import type { consoleCalls, HostCode } from '@sitedeck/contract';
import type { HostFacts } from '#sites/host-scope';
import type { ReservedNames } from '#sites/api/domains';
import type { NodeWork } from '#sites/api/node-work';
import type { RecordOperation } from '#sites/api/operation-log';
import type { SiteSettings } from '#sites/config/save-site-config';
import type { Db } from '#state/db';
import type { makeFairQueue } from '#system/concurrency/queue';
import type { DnsTarget } from '#system/dns/domain-dns';
import type { Dns } from '#system/dns/resolver';
import type { IcpLookup } from '#system/icp/icp-lookup';

export type DomainCalls = Pick<
  typeof consoleCalls,
  | 'listDomains'
  | 'bindDomains'
  | 'unbindDomains'
  | 'setPrimaryDomain'
  | 'remarkDomain'
  | 'setDomainHttps'
  | 'importDomains'
  | 'exportDomains'
  | 'queryBindDomainStatus'
  | 'checkTransferInDomains'
  | 'transferDomain'
  | 'queryIcpList'
>;

/** Queues calls that query other servers, one per host at a time. Refuses with `too-many-at-once`. */
export type HostQueue = ReturnType<typeof makeFairQueue>;

export interface DomainParts {
  readonly db: Db;
  readonly settings: SiteSettings;
  readonly work: Pick<NodeWork, 'applySites'>;
  readonly reserved: ReservedNames;
  /** URL under which a site answers without a domain. */
  readonly testUrl: (hostCode: HostCode) => string;
  /** Port at which visitors reach TLS. */
  readonly tlsPort: number;
  readonly dns: Dns;
  readonly dnsTarget: DnsTarget;
  /** Undefined: the provider has no ICP lookup. */
  readonly icp: IcpLookup | undefined;
  readonly record: RecordOperation;
  readonly now: () => number;
  /** Rereads a host, so that the next call of this process sees the change. */
  readonly hosts: { fresh(hostCode: string): Promise<HostFacts | undefined> };
}
