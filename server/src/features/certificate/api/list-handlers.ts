import type { Certificate, HostCode, Locale } from '@sitedeck/contract';
import type { Handlers } from '#api/calls/handlers';
import { failureOf, readOrders, type OrderRow } from '#sites/certificate-orders';
import { readCertificates, servingCertificate, type CertificateRow } from '#sites/api/certificate-store';
import type { CertificateCalls, CertificateParts } from './parts';
import { ownCertificate } from './own-certificate';

interface CertificateDetails {
  readonly serves: readonly string[];
  /** The order that renews it. */
  readonly order: OrderRow | undefined;
  readonly locale: Locale;
}

function certificateOf(row: CertificateRow, { serves, order, locale }: CertificateDetails): Certificate {
  return {
    id: row.id,
    source: row.source,
    names: [...row.names],
    serves: [...serves],
    issuer: row.issuer,
    key: row.key_algorithm,
    fingerprint: row.fingerprint,
    notBefore: row.not_before.toISOString(),
    notAfter: row.not_after.toISOString(),
    way: order?.way ?? null,
    renewsAt: order?.renews ? (order.next_at?.toISOString() ?? null) : null,
    failure: order ? failureOf(order, locale) : null,
    createdAt: row.created_at.toISOString(),
  };
}

export function listHandlers({
  db,
  acme,
}: CertificateParts): Handlers<Pick<CertificateCalls, 'listCertificates' | 'downloadCertificate'>> {
  const all = async (
    hostCode: HostCode,
    { domains, locale }: { domains: readonly string[]; locale: Locale },
  ) => {
    const rows = await readCertificates(db, hostCode);
    const orders = await readOrders(db, hostCode);
    const now = Date.now();
    return rows.map((row) =>
      certificateOf(row, {
        serves: domains.filter((name) => servingCertificate(rows, name, now) === row),
        order: orders.find(({ id }) => id === row.order_id),
        locale,
      }),
    );
  };
  return {
    listCertificates: async (_request, { scope: { host, hostCode }, locale }) => ({
      certificates: await all(hostCode, { domains: host.domains, locale }),
      authority: acme.authority,
      ways: [...acme.ways],
    }),
    downloadCertificate: async ({ body }, { scope: { hostCode } }) => {
      const { names, chain } = await ownCertificate(db, hostCode, body.id);
      const [name = 'certificate'] = names;
      return { fileName: `${name.replace('*', '_')}.pem`, pem: chain };
    },
  };
}
