import { sql } from 'kysely';
import { getPublicSuffix } from 'tldts';
import { coversName, DOMAINS_MAX, readDomain, type HostCode } from '@sitedeck/contract';
import type { Db } from '#state/db';
import { Refusal } from '#faults/refusal';
import { findClashes } from './domain-clashes';

/** Names of the console, which no host may bind. */
export interface ReservedNames {
  /**
   * Host names of the console's URLs, in punycode. A site on a subdomain of one could set cookies for it.
   */
  readonly own: readonly string[];
  /** Parent domain of the test URLs. */
  readonly preview: string;
}

const WILDCARD = '*.';

/** Whether anyone can register names directly below this one, such as `com.cn` or `github.io`. */
function isPublicSuffix(name: string): boolean {
  const base = name.startsWith(WILDCARD) ? name.slice(WILDCARD.length) : name;
  return getPublicSuffix(base, { allowPrivateDomains: true }) === base;
}

/**
 * Whether no host may bind a name: it is one of the console's names, a subdomain of one or a wildcard that covers one,
 * or it is a public suffix.
 */
export function isReserved(name: string, reserved: ReservedNames): boolean {
  const own = ['localhost', reserved.preview, ...reserved.own];
  return (
    isPublicSuffix(name) ||
    own.some((one) => name === one || name.endsWith(`.${one}`) || coversName(name, one))
  );
}

/**
 * The stored form of each name. Refuses with `domain-invalid`, with `domain-script` for letters other than Latin and
 * Chinese ones, and with `domain-refused` for IP addresses and reserved names.
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

/**
 * Serialises the transactions that bind and unbind domains. A unique key would not do: a wildcard and a name that it
 * covers are different keys.
 */
export const lockDomains = (trx: Db) =>
  sql`select pg_advisory_xact_lock(hashtext('sitedeck domains'))`.execute(trx);

/** The names that clash with domains of other hosts. */
export async function takenDomains(
  db: Db,
  hostCode: HostCode,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const clashes = await findClashes(db, hostCode, names);
  return new Set(clashes.map(({ name }) => name));
}

/** Makes the oldest domain that is not a wildcard the primary one if the host has no primary domain. */
async function ensurePrimary(trx: Db, hostCode: HostCode): Promise<void> {
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

/** The outcome for names that a host did not have yet. */
interface AddedDomains {
  /** Bound by other hosts. */
  readonly taken: ReadonlySet<string>;
  readonly added: readonly string[];
}

/** Binds those bindable names that the host does not have yet. Refuses with `domain-too-many`. */
export async function addDomains(
  trx: Db,
  hostCode: HostCode,
  names: readonly string[],
): Promise<AddedDomains> {
  await lockDomains(trx);
  const taken = await takenDomains(trx, hostCode, names);
  const free = names.filter((name) => !taken.has(name));
  const since = Date.now();
  // Times one ms apart keep the typed order in lists and for the choice of the primary domain.
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
  await ensurePrimary(trx, hostCode);
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
  await ensurePrimary(trx, hostCode);
}

/** Makes a bound domain the host's primary one. */
export async function movePrimary(trx: Db, hostCode: HostCode, name: string): Promise<void> {
  await lockDomains(trx);
  const own = trx.updateTable('domain').where('host_code', '=', hostCode);
  await own.set({ is_primary: false }).where('is_primary', '=', true).execute();
  await own.set({ is_primary: true }).where('name', '=', name).execute();
  // The name may have been unbound since it was checked.
  await ensurePrimary(trx, hostCode);
}

/** Replaces the domains of a host. Refuses with `name-taken` if another host has one of them. */
export async function replaceDomains(trx: Db, hostCode: HostCode, domains: readonly string[]): Promise<void> {
  const others = trx.deleteFrom('domain').where('host_code', '=', hostCode);
  await (domains.length > 0 ? others.where('name', 'not in', [...domains]) : others).execute();
  const { taken } = await addDomains(trx, hostCode, domains);
  if (taken.size > 0) throw new Refusal('name-taken', { field: 'domains' });
}
