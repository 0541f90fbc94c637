import { domainToASCII, domainToUnicode } from 'node:url';
import { sql } from 'kysely';
import type { AccountCode, HostCode, HostListRecord } from '@sitedeck/contract';
import type { Db } from '../../state/db';

export interface HostQuery {
  readonly accountCode: AccountCode;
  /** Only this host: what an FTP account may see. */
  readonly only: HostCode | undefined;
  readonly name: string;
  readonly domain: string;
  readonly page: number;
  readonly size: number;
}

/** A literal part of a LIKE pattern. */
const contains = (text: string) => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

function matching(db: Db, query: HostQuery) {
  let hosts = db.selectFrom('host').where('host.account_code', '=', query.accountCode);
  if (query.only) hosts = hosts.where('host.code', '=', query.only);
  if (query.name !== '') {
    const pattern = contains(query.name);
    hosts = hosts.where((row) =>
      row.or([row('host_name', 'ilike', pattern), row('remark', 'ilike', pattern)]),
    );
  }
  return hosts;
}

/** Hosts with a domain that holds the text, as written in letters or in punycode. */
async function codesByDomain(db: Db, query: HostQuery): Promise<HostCode[]> {
  const rows = await matching(db, query)
    .innerJoin('domain', 'domain.host_code', 'host.code')
    .select(['host.code', 'domain.name'])
    .execute();
  const text = query.domain.toLowerCase();
  const punycode = domainToASCII(text);
  const holds = (name: string) =>
    name.includes(text) ||
    domainToUnicode(name).includes(text) ||
    (punycode !== '' && name.includes(punycode));
  return [...new Set(rows.filter((row) => holds(row.name)).map((row) => row.code))];
}

export interface HostPage {
  readonly records: HostListRecord[];
  readonly total: number;
  readonly pages: number;
}

export async function listOwnHosts(db: Db, query: HostQuery): Promise<HostPage> {
  let hosts = matching(db, query);
  if (query.domain !== '') {
    const codes = await codesByDomain(db, query);
    if (codes.length === 0) return { records: [], total: 0, pages: 0 };
    hosts = hosts.where('host.code', 'in', codes);
  }
  const { total } = await hosts.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
  const rows = await hosts
    .select(['host.code', 'host.host_name', 'host.os_type', 'host.remark'])
    .select(
      sql<string[]>`coalesce((select array_agg(d.name order by d.created_at, d.name) from domain d
        where d.host_code = host.code), '{}')`.as('domains'),
    )
    .orderBy('host.created_at')
    .orderBy('host.code')
    .limit(query.size)
    .offset((query.page - 1) * query.size)
    .execute();
  const records = rows.map((row) => ({
    hostCode: row.code,
    hostName: row.host_name,
    specInfo: { osType: row.os_type },
    domains: row.domains.map(domainToUnicode),
    remark: row.remark,
  }));
  return { records, total, pages: Math.ceil(total / query.size) };
}
