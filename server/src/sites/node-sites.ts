import { SiteConfig } from '@sitedeck/contract';
import type { Db } from '../state/db';
import type { NodeSite } from '../system/site';

/** Every host of a node with what its engines need: the loader that the node agent is given. */
export async function readNodeSites(db: Db, node: string): Promise<NodeSite[]> {
  const hosts = await db.selectFrom('host').selectAll().where('node', '=', node).orderBy('code').execute();
  const domains = await db
    .selectFrom('domain')
    .innerJoin('host', 'host.code', 'domain.host_code')
    .select(['domain.name', 'domain.host_code'])
    .where('host.node', '=', node)
    .orderBy('domain.name')
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
  const documentOf = new Map(configs.map((row) => [row.host_code, SiteConfig.parse(row.document)]));
  return hosts.flatMap((host) => {
    const document = documentOf.get(host.code);
    if (!document) return [];
    const names = domains.filter((domain) => domain.host_code === host.code).map((domain) => domain.name);
    return [
      {
        ...document,
        hostCode: host.code,
        uid: host.uid,
        status: host.service_status,
        domains: names,
      },
    ];
  });
}
