import { shownDomain, type Domain, type SiteConfig } from '@sitedeck/contract';
import type { Handlers } from '#api/calls/handlers';
import { readCertificates, servingCertificate, type CertificateRow } from '#sites/api/certificate-store';
import type { DomainCalls, DomainParts } from './calls';

/** Both hold for every domain: they belong to the listener of the node. */
const TLS_VERSIONS = ['TLSv1.2', 'TLSv1.3'];

interface DomainRow {
  readonly name: string;
  readonly is_primary: boolean;
  readonly remark: string;
  readonly created_at: Date;
}

function domainOf(row: DomainRow, document: SiteConfig, certificates: readonly CertificateRow[]): Domain {
  const { name } = row;
  const served = servingCertificate(certificates, name);
  const own = document.names.find((one) => one.name === name);
  const redirect = document.redirects.find(({ source }) => source === name || source === shownDomain(name));
  return {
    name,
    shown: shownDomain(name),
    isWildcard: name.startsWith('*.'),
    isPrimary: row.is_primary,
    remark: row.remark,
    redirectsTo: redirect?.target ?? null,
    certificate: served ? { id: served.id, notAfter: served.not_after.toISOString() } : null,
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
}: DomainParts): Handlers<Pick<DomainCalls, 'listDomains'>> => ({
  listDomains: async (_request, { scope: { hostCode } }) => {
    const rows = await db
      .selectFrom('domain')
      .select(['name', 'is_primary', 'remark', 'created_at'])
      .where('host_code', '=', hostCode)
      .orderBy('is_primary', 'desc')
      .orderBy('created_at')
      .orderBy('name')
      .execute();
    const certificates = await readCertificates(db, hostCode);
    const { document, version } = await settings.read(hostCode);
    return {
      domains: rows.map((row) => domainOf(row, document, certificates)),
      testUrl: testUrl(hostCode),
      tls: { port: tlsPort, versions: TLS_VERSIONS, http2: true },
      version,
    };
  },
});
