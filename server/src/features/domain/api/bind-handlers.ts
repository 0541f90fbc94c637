import { readDomain, type BindResult, type HostCode } from '@sitedeck/contract';
import type { Handlers, OwnerContext } from '#api/calls/handlers';
import { findClashes, type Clash } from '#sites/api/domain-clashes';
import { addDomains, isReserved, removeDomains } from '#sites/api/domains';
import { announce } from '#state/live';
import type { DomainCalls, DomainParts } from './calls';
import { readProofToken, recordToAdd } from './proof';

type BindParts = Pick<DomainParts, 'db' | 'work' | 'hosts' | 'reserved'>;

const WWW = 'www.';

/** A typed name and its counterpart with or without `www.`. */
function withWwwPair(typed: string): readonly string[] {
  const domain = readDomain(typed);
  if (domain.is === 'refused' || domain.isWildcard) return [typed];
  const pair = domain.name.startsWith(WWW) ? domain.name.slice(WWW.length) : WWW + domain.name;
  return readDomain(pair).is === 'ok' ? [typed, pair] : [typed];
}

/** The outcome for every typed name if no other host had it. A name that is typed twice is `already` bound. */
function planBinding(
  typed: readonly string[],
  bound: readonly string[],
  { reserved }: BindParts,
): readonly BindResult[] {
  const known = new Set(bound);
  return typed.map((text): BindResult => {
    const domain = readDomain(text);
    if (domain.is === 'refused') return { typed: text, result: domain.why };
    const { name } = domain;
    if (isReserved(name, reserved)) return { typed: text, name, result: 'reserved' };
    if (known.has(name)) return { typed: text, name, result: 'already' };
    known.add(name);
    return { typed: text, name, result: 'bound' };
  });
}

const namesToBind = (results: readonly BindResult[]): readonly string[] =>
  results.flatMap(({ name, result }) => (result === 'bound' && name !== undefined ? [name] : []));

/** Marks names that other hosts have as `taken`, with the record that would prove ownership. */
async function markTaken(
  { db }: BindParts,
  hostCode: HostCode,
  { results, clashes }: { readonly results: readonly BindResult[]; readonly clashes: readonly Clash[] },
): Promise<BindResult[]> {
  if (clashes.length === 0) return [...results];
  const token = await readProofToken(db, hostCode);
  return results.map((one) => {
    const own = clashes.filter(({ name }) => one.result === 'bound' && name === one.name);
    return own.length > 0 ? { ...one, result: 'taken', record: recordToAdd(own, token) } : one;
  });
}

/** Binds those typed names that can be bound, and reports the outcome for each. */
export type BindTyped = (
  typed: readonly string[],
  context: Pick<OwnerContext, 'scope' | 'note'>,
  options?: { readonly dryRun: boolean },
) => Promise<BindResult[]>;

export function makeBindTyped(parts: BindParts): BindTyped {
  const { db, work, hosts } = parts;

  const write = (hostCode: HostCode, names: readonly string[]) =>
    db.transaction().execute(async (trx) => {
      const outcome = await addDomains(trx, hostCode, names);
      await announce(trx, { is: 'host', hostCode });
      return outcome;
    });

  /** Unbinds names that the web server refused, but none that a parallel call bound. */
  const undo = (hostCode: HostCode, names: readonly string[]) =>
    db.transaction().execute(async (trx) => {
      await removeDomains(trx, hostCode, names);
      await announce(trx, { is: 'host', hostCode });
    });

  const bind = async (hostCode: HostCode, names: readonly string[]) => {
    const { taken, added } = await write(hostCode, names);
    try {
      // Also for names that a parallel call has just bound: this call reports them as bound.
      if (taken.size < names.length) await work.applySites(hostCode);
    } catch (error) {
      await undo(hostCode, added);
      throw error;
    } finally {
      await hosts.fresh(hostCode);
    }
  };

  return async (typed, { scope, note }, { dryRun } = { dryRun: false }) => {
    const { host, hostCode } = scope;
    const results = planBinding(typed, host.domains, parts);
    const names = namesToBind(results);
    if (names.length > 0 && !dryRun) await bind(hostCode, names);
    const clashes = await findClashes(db, hostCode, names);
    const done = await markTaken(parts, hostCode, { results, clashes });
    if (!dryRun)
      note(namesToBind(done).join(', '), { after: { domains: [...host.domains, ...namesToBind(done)] } });
    return done;
  };
}

export const bindHandlers = (bindTyped: BindTyped): Handlers<Pick<DomainCalls, 'bindDomains'>> => ({
  bindDomains: async ({ body: { domains, withWww, dryRun } }, context) => {
    const typed = withWww ? domains.flatMap(withWwwPair) : domains;
    return { results: await bindTyped(typed, context, { dryRun }) };
  },
});
