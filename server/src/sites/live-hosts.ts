import type { HostCode } from '@sitedeck/contract';
import type { Db } from '../state/db';
import type { Change } from '../state/live';
import { LiveCache } from '../state/live-cache';
import type { HostFacts } from './host-scope';

/** Reads a host and its domains; undefined where there is none. */
export async function readHost(db: Db, hostCode: string): Promise<HostFacts | undefined> {
  const row = await db
    .selectFrom('host')
    .selectAll()
    .where('code', '=', hostCode as HostCode)
    .executeTakeFirst();
  if (!row) return undefined;
  const domains = await db
    .selectFrom('domain')
    .select('name')
    .where('host_code', '=', row.code)
    .orderBy('created_at')
    .orderBy('name')
    .execute();
  const { password_hash: _secret, ...facts } = row;
  return { ...facts, domains: domains.map((domain) => domain.name) };
}

/** Hosts as requests need them, from memory while nothing changed. */
export class LiveHosts {
  private readonly cache = new LiveCache<HostFacts>();

  constructor(private readonly db: Db) {}

  peek(hostCode: string): HostFacts | undefined {
    return this.cache.peek(hostCode);
  }

  async get(hostCode: string): Promise<HostFacts | undefined> {
    return this.cache.peek(hostCode) ?? this.fresh(hostCode);
  }

  /** From the database, whatever is in memory. */
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
