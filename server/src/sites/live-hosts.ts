import { sql } from 'kysely';
import type { AccountCode, HostCode } from '@sitedeck/contract';
import type { Db } from '#state/db';
import type { Change } from '#state/live';
import { LiveCache } from '#state/live-cache';
import type { HostRow } from '#state/tables';
import type { HostFacts } from './host-scope';

/** Hosts with their domains in one query, both oldest first, but a primary domain before the others. */
const hostsIn = (db: Db) =>
  db
    .selectFrom('host')
    .selectAll('host')
    .select(
      sql<string[]>`array(
        select name from domain where domain.host_code = host.code
        order by domain.is_primary desc, domain.created_at, domain.name
      )`.as('domains'),
    )
    .orderBy('host.created_at')
    .orderBy('host.code');

type Row = HostRow & { readonly domains: string[] };

const factsOf = ({ password_hash: _secret, ...facts }: Row): HostFacts => facts;

/** Reads a host and its domains; undefined if there is no such host. */
export async function readHost(db: Db, hostCode: string): Promise<HostFacts | undefined> {
  const row = await hostsIn(db)
    .where('host.code', '=', hostCode as HostCode)
    .executeTakeFirst();
  return row && factsOf(row);
}

/** Every host, or those of one account. */
export async function readHosts(db: Db, accountCode?: AccountCode): Promise<HostFacts[]> {
  const all = hostsIn(db);
  const rows = await (
    accountCode === undefined ? all : all.where('account_code', '=', accountCode)
  ).execute();
  return rows.map(factsOf);
}

/** Hosts for requests, kept in memory until a change is announced. */
export class LiveHosts {
  private readonly cache = new LiveCache<HostFacts>();

  constructor(private readonly db: Db) {}

  peek(hostCode: string): HostFacts | undefined {
    return this.cache.peek(hostCode);
  }

  async get(hostCode: string): Promise<HostFacts | undefined> {
    return this.cache.peek(hostCode) ?? this.fresh(hostCode);
  }

  /** Reads the database, whatever is in memory. */
  async fresh(hostCode: string): Promise<HostFacts | undefined> {
    return this.cache.load(hostCode, () => readHost(this.db, hostCode));
  }

  onChange(change: Change): void {
    if (change.is === 'host') this.cache.forget(change.hostCode);
  }

  onConnected(connected: boolean): void {
    this.cache.setConnected(connected);
  }
}
