import { sql } from 'kysely';
import { getPublicSuffix } from 'tldts';
import { coversName, DOMAINS_MAX, readDomain, type HostCode } from '@sitedeck/contract';
import type { Db } from '#state/db';
import { Refusal } from '#faults/refusal';
import { findClashes } from './domain-clashes';

/** Names of the console, which no host may bind. */
export interface ReservedNames {
  /**
   * Host names of the console's own addresses, in punycode: a site on a subdomain could set cookies for them.
   */
  readonly own: readonly string[];
  /** The domain under which every host is reachable before it has a domain of its own. */
  readonly preview: string;
}

const WILDCARD = '*.';

/** Whether domains of many owners lie directly below a name, as below `com.cn` and `github.io`. */
function isPublicSuffix(name: string): boolean {
  const base = name.startsWith(WILDCARD) ? name.slice(WILDCARD.length) : name;
  return getPublicSuffix(base, { allowPrivateDomains: true }) === base;
}

/**
 * Whether no host may bind a name: it is one of the console's, lies below one or covers one, or it would answer for the
 * domains of other owners.
 */
export function isReserved(name: string, reserved: ReservedNames): boolean {
  const closed = ['localhost', reserved.preview, ...reserved.own];
  return (
    isPublicSuffix(name) ||
    closed.some((end) => name === end || name.endsWith(`.${end}`) || coversName(name, end))
  );
}

/**
 * The stored form of each name. Refuses with `domain-invalid`, with `domain-script` for letters other than Latin and
 * Chinese ones, and with `domain-refused` for addresses, localhost and the console's own names.
 */
export function bindableDomains(names: readonly string[], reserved: ReservedNames): string[] {
  const stored = names.map((typed) => {
    const refuse = (reason: 'domain-invalid' | 'domain-script' | 'domain-refused') =>
      new Refusal(reason, { field: 'domains', values: { domain: typed } });
    const domain = readDomain(typed);
    if (domain.is === 'refused') {
      if (domain.why === 'script') throw refuse('domain-script');
      throw refuse(domain.why === 'address' ? 'domain-refused' : 'domain-invalid');
    }
    if (isReserved(domain.name, reserved)) throw refuse('domain-refused');
    return domain.name;
  });
  return [...new Set(stored)];
}

/** Only one transaction at a time decides who has a domain: a wildcard and a name that it covers share no key. */
export const lockDomains = (trx: Db) =>
  sql`select pg_advisory_xact_lock(hashtext('sitedeck domains'))`.execute(trx);

/** Those of the names that another host has, or that clash with a wildcard of another host. */
export async function takenDomains(
  db: Db,
  hostCode: HostCode,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const clashes = await findClashes(db, hostCode, names);
  return new Set(clashes.map(({ name }) => name));
}

/** Every host with a domain that is no wildcard has a primary one; the oldest succeeds a lost one. */
async function keepPrimary(trx: Db, hostCode: HostCode): Promise<void> {
  const first = await trx
    .selectFrom('domain')
    .select(['name', 'is_primary'])
    .where('host_code', '=', hostCode)
    .where('name', 'not like', '*.%')
    .orderBy('is_primary', 'desc')
    .orderBy('created_at')
    .orderBy('name')
    .executeTakeFirst();
  if (first && !first.is_primary)
    await trx.updateTable('domain').set({ is_primary: true }).where('name', '=', first.name).execute();
}

/** What became of names that a host wants; it has had the others already. */
interface AddedDomains {
  /** By other hosts. */
  readonly taken: ReadonlySet<string>;
  readonly added: readonly string[];
}

/** Binds names that the host does not have yet; call with names that are bindable. Refuses with `domain-too-many`. */
export async function addDomains(
  trx: Db,
  hostCode: HostCode,
  names: readonly string[],
): Promise<AddedDomains> {
  await lockDomains(trx);
  const taken = await takenDomains(trx, hostCode, names);
  const free = names.filter((name) => !taken.has(name));
  const since = Date.now();
  // In the order in which they were typed, which lists and the choice of the primary one follow.
  const rows = free.map((name, index) => ({
    name,
    host_code: hostCode,
    created_at: new Date(since + index),
  }));
  const insert = trx.insertInto('domain').values(rows);
  const skipping = insert.onConflict((conflict) => conflict.column('name').doNothing());
  const added = rows.length > 0 ? await skipping.returning('name').execute() : [];
  const counted = trx.selectFrom('domain').select((of) => of.fn.countAll<number>().as('count'));
  const { count } = await counted.where('host_code', '=', hostCode).executeTakeFirstOrThrow();
  if (count > DOMAINS_MAX)
    throw new Refusal('domain-too-many', { field: 'domains', values: { limit: DOMAINS_MAX } });
  await keepPrimary(trx, hostCode);
  return { taken, added: added.map(({ name }) => name) };
}

export async function removeDomains(trx: Db, hostCode: HostCode, names: readonly string[]): Promise<void> {
  await lockDomains(trx);
  if (names.length > 0)
    await trx
      .deleteFrom('domain')
      .where('host_code', '=', hostCode)
      .where('name', 'in', [...names])
      .execute();
  await keepPrimary(trx, hostCode);
}

/** Makes one bound domain of a host the primary one. */
export async function movePrimary(trx: Db, hostCode: HostCode, name: string): Promise<void> {
  await lockDomains(trx);
  const own = trx.updateTable('domain').where('host_code', '=', hostCode);
  await own.set({ is_primary: false }).where('is_primary', '=', true).execute();
  await own.set({ is_primary: true }).where('name', '=', name).execute();
  // The name may have been unbound since it was checked.
  await keepPrimary(trx, hostCode);
}

/** Replaces the domains of a host. Refuses with `name-taken` if another host has one of them. */
export async function replaceDomains(trx: Db, hostCode: HostCode, domains: readonly string[]): Promise<void> {
  const others = trx.deleteFrom('domain').where('host_code', '=', hostCode);
  await (domains.length > 0 ? others.where('name', 'not in', [...domains]) : others).execute();
  const { taken } = await addDomains(trx, hostCode, domains);
  if (taken.size > 0) throw new Refusal('name-taken', { field: 'domains' });
}
