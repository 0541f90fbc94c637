import { CDN_CONDITIONS, meets, SiteConfig, type HostCode, type Language } from '@sitedeck/contract';
import type { Db } from '#state/db';
import type { HostRow } from '#state/tables';
import { servingOrder } from '../serving-order';
import { DEFAULT_DOCUMENTS, type NodeSite } from '#system/site/site';

/**
 * A document that was written without the API, or that this version can't read, must not affect other hosts.
 */
function documentOf(document: unknown, language: Language): SiteConfig & Pick<NodeSite, 'unfit'> {
  const read = SiteConfig.safeParse(document);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const standard = SiteConfig.parse({ language, documents: DEFAULT_DOCUMENTS[language] });
  return { ...standard, unfit: `the site configuration is not readable: ${issue?.path.join('.') ?? ''}` };
}

/** Roles do not matter: an administrator sees the same site. */
const hasCdn = ({ language, product_type, instance_type, plugin }: HostRow): boolean =>
  meets(
    {
      ...{ role: 'USER', language, productType: product_type, instanceType: instance_type, plugin },
      caged: false,
    },
    CDN_CONDITIONS,
  );

/** Every host of a node with what its engines need; the worker loads its sites with this. */
export async function readNodeSites(db: Db, node: string, now = Date.now()): Promise<NodeSite[]> {
  const hosts = await db.selectFrom('host').selectAll().where('node', '=', node).orderBy('code').execute();
  const domains = await db
    .selectFrom('domain')
    .innerJoin('host', 'host.code', 'domain.host_code')
    .select(['domain.name', 'domain.host_code', 'domain.is_primary'])
    .where('host.node', '=', node)
    .orderBy('domain.name')
    .execute();
  const certificates = await db
    .selectFrom('certificate')
    .innerJoin('host', 'host.code', 'certificate.host_code')
    .select(['certificate.host_code', 'certificate.names', 'certificate.fingerprint'])
    .select(['certificate.not_before', 'certificate.not_after'])
    .where('host.node', '=', node)
    .orderBy('certificate.id', 'desc')
    .execute();
  const configs = await db
    .selectFrom('site_config')
    .innerJoin('host', 'host.code', 'site_config.host_code')
    .distinctOn('site_config.host_code')
    .select(['site_config.host_code', 'site_config.document'])
    .where('host.node', '=', node)
    .orderBy('site_config.host_code')
    .orderBy('site_config.version', 'desc')
    .execute();
  const stagings = await db
    .selectFrom('staging')
    .select(['host_code', 'login'])
    .where('state', '=', 'ready')
    .execute();
  const stagingOf = new Map(stagings.map(({ host_code, login }) => [host_code, { login }]));
  const documents = new Map(configs.map((row) => [row.host_code, row.document]));
  const domainsOf = (code: HostCode) =>
    domains.filter((domain) => domain.host_code === code).map(({ name }) => name);
  const primaryOf = (code: HostCode) => {
    const own = domains.filter((domain) => domain.host_code === code);
    return (own.find(({ is_primary }) => is_primary) ?? own[0])?.name;
  };
  const certificatesOf = (code: HostCode) =>
    servingOrder(
      certificates.filter((certificate) => certificate.host_code === code),
      now,
    ).map(({ names, fingerprint }) => ({ names, fingerprint }));
  return hosts.flatMap((host) => {
    if (!documents.has(host.code)) return [];
    return [
      {
        ...documentOf(documents.get(host.code), host.language),
        hostCode: host.code,
        uid: host.uid,
        status: host.service_status,
        domains: domainsOf(host.code),
        certificates: certificatesOf(host.code),
        hasCdn: hasCdn(host),
        staging: stagingOf.get(host.code),
        mail: { perHour: host.mails_per_hour, domain: primaryOf(host.code) },
      },
    ];
  });
}
