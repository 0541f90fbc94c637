import {
  shownDomain,
  type CertificateState,
  type Domain,
  type DomainDns,
  type Locale,
  type SiteConfig,
} from '@sitedeck/contract';
import type { Handlers } from '#api/calls/handlers';
import { failureOf, readOrders, type OrderRow } from '#sites/certificate-orders';
import { readCertificates, servingCertificate, type CertificateRow } from '#sites/api/certificate-store';
import type { DomainCalls, DomainParts } from './calls';

/** The same for every domain: TLS versions belong to the node's listener. */
const TLS_VERSIONS = ['TLSv1.2', 'TLSv1.3'];

interface DomainRow {
  readonly name: string;
  readonly is_primary: boolean;
  readonly remark: string;
  readonly dns: DomainDns | null;
  readonly created_at: Date;
}

/** What `domainOf` needs of the host besides the domain's own row. */
interface HostContext {
  readonly document: SiteConfig;
  readonly certificates: readonly CertificateRow[];
  readonly orders: readonly OrderRow[];
  readonly locale: Locale;
  /** ms since 1970. */
  readonly now: number;
}

function certificateState(
  name: string,
  { certificates, orders, locale, now }: HostContext,
): CertificateState {
  const served = servingCertificate(certificates, name, now);
  const order = orders.find(({ names }) => names.includes(name));
  const renewal = orders.find(({ id }) => id === served?.order_id);
  return {
    served: served
      ? {
          id: served.id,
          source: served.source,
          notAfter: served.not_after.toISOString(),
          renews: renewal?.renews ?? false,
        }
      : null,
    taskId: order?.task_id ?? null,
    failure: order ? failureOf(order, locale) : null,
  };
}

function domainOf(row: DomainRow, host: HostContext): Domain {
  const { name } = row;
  const { document } = host;
  const own = document.names.find((one) => one.name === name);
  const redirect = document.redirects.find(({ source }) => source === name || source === shownDomain(name));
  return {
    name,
    shown: shownDomain(name),
    isWildcard: name.startsWith('*.'),
    isPrimary: row.is_primary,
    remark: row.remark,
    redirectsTo: redirect?.target ?? null,
    dns: row.dns,
    certificate: certificateState(name, host),
    forcesHttps: own?.forcesHttps ?? false,
    hstsDays: own?.hstsDays ?? null,
    createdAt: row.created_at.toISOString(),
  };
}

export const listHandlers = ({
  db,
  settings,
  testUrl,
  tlsPort,
  dnsTarget,
  icp,
  now,
}: DomainParts): Handlers<Pick<DomainCalls, 'listDomains'>> => ({
  listDomains: async (_request, { scope: { hostCode }, locale }) => {
    const rows = await db
      .selectFrom('domain')
      .select(['name', 'is_primary', 'remark', 'dns', 'created_at'])
      .where('host_code', '=', hostCode)
      .orderBy('is_primary', 'desc')
      .orderBy('created_at')
      .orderBy('name')
      .execute();
    const certificates = await readCertificates(db, hostCode);
    const orders = await readOrders(db, hostCode);
    const { document, version } = await settings.read(hostCode);
    return {
      domains: rows.map((row) => domainOf(row, { document, certificates, orders, locale, now: now() })),
      testUrl: testUrl(hostCode),
      addresses: [...dnsTarget.addresses],
      hasIcp: icp !== undefined,
      tls: { port: tlsPort, versions: TLS_VERSIONS, http2: true },
      version,
    };
  },
});
