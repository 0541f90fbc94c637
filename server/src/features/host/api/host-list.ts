import { domainToASCII, domainToUnicode } from 'node:url';
import { sql } from 'kysely';
import type { AccountCode, HostCode, HostListRecord } from '@sitedeck/contract';
import type { Db } from '#state/db';

export interface HostQuery {
  readonly accountCode: AccountCode;
  /** Restricts the list to one host: an FTP account sees only its own. */
  readonly only: HostCode | undefined;
  readonly name: string;
  readonly domain: string;
  readonly page: number;
  readonly size: number;
}

/** A LIKE pattern that matches a text literally. */
const contains = (text: string) => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

function reachable(db: Db, { accountCode, only }: HostQuery) {
  const hosts = db.selectFrom('host').where('host.account_code', '=', accountCode);
  return only ? hosts.where('host.code', '=', only) : hosts;
}

/** Matches the host name or the domain. */
function matching(db: Db, query: HostQuery, byDomain: readonly HostCode[]) {
  const hosts = reachable(db, query);
  if (query.name === '' && query.domain === '') return hosts;
  const pattern = contains(query.name);
  return hosts.where((row) =>
    row.or([
      ...(query.name === '' ? [] : [row('host_name', 'ilike', pattern), row('remark', 'ilike', pattern)]),
      row('host.code', '=', sql<HostCode>`any(${byDomain})`),
    ]),
  );
}

/** Hosts with a domain that contains the text, in its readable form or in punycode. */
async function codesByDomain(db: Db, query: HostQuery): Promise<HostCode[]> {
  const rows = await reachable(db, query)
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
  const hosts = matching(db, query, query.domain === '' ? [] : await codesByDomain(db, query));
  const { total } = await hosts.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
  const rows = await hosts
    .select(['host.code', 'host.host_name', 'host.os_type', 'host.remark'])
    .select(
      sql<
        string[]
      >`coalesce((select array_agg(d.name order by d.is_primary desc, d.created_at, d.name) from domain d
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
