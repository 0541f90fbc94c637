import { readDomain, type BindResult, type HostCode } from '@sitedeck/contract';
import type { Handlers, OwnerContext } from '#api/calls/handlers';
import { addDomains, isReserved, removeDomains, takenDomains } from '#sites/api/domains';
import { announce } from '#state/live';
import type { DomainCalls, DomainParts } from './calls';

const WWW = 'www.';

/** A typed name, and the name that is bound beside it. */
function withPair(typed: string): readonly string[] {
  const domain = readDomain(typed);
  if (domain.is === 'refused' || domain.isWildcard) return [typed];
  const pair = domain.name.startsWith(WWW) ? domain.name.slice(WWW.length) : WWW + domain.name;
  return readDomain(pair).is === 'ok' ? [typed, pair] : [typed];
}

/** Every typed name with its outcome, as if it were free at other hosts. Names that come twice are `already` bound. */
function plan(
  typed: readonly string[],
  bound: readonly string[],
  { reserved }: Pick<DomainParts, 'reserved'>,
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

const withTaken = (results: readonly BindResult[], taken: ReadonlySet<string>): BindResult[] =>
  results.map((one) =>
    one.result === 'bound' && one.name !== undefined && taken.has(one.name)
      ? { ...one, result: 'taken' }
      : one,
  );

export function bindHandlers(parts: DomainParts): Handlers<Pick<DomainCalls, 'bindDomains'>> {
  const { db, work, hosts } = parts;

  const write = (hostCode: HostCode, names: readonly string[]) =>
    db.transaction().execute(async (trx) => {
      const taken = await addDomains(trx, hostCode, names);
      await announce(trx, { is: 'host', hostCode });
      return taken;
    });

  /** Unbinds names again that the web server refused. */
  const undo = (hostCode: HostCode, names: readonly string[]) =>
    db.transaction().execute(async (trx) => {
      await removeDomains(trx, hostCode, names);
      await announce(trx, { is: 'host', hostCode });
    });

  const bind = async (results: readonly BindResult[], { scope }: OwnerContext) => {
    const { hostCode } = scope;
    const names = namesToBind(results);
    if (names.length === 0) return results;
    const taken = await write(hostCode, names);
    const added = names.filter((name) => !taken.has(name));
    try {
      if (added.length > 0) await work.apply(hostCode);
    } catch (error) {
      await undo(hostCode, added);
      throw error;
    } finally {
      await hosts.fresh(hostCode);
    }
    return withTaken(results, taken);
  };

  return {
    bindDomains: async ({ body }, context) => {
      const { host, hostCode } = context.scope;
      const typed = body.withWww ? body.domains.flatMap(withPair) : body.domains;
      const results = plan(typed, host.domains, parts);
      const names = namesToBind(results);
      if (body.dryRun) return { results: withTaken(results, await takenDomains(db, hostCode, names)) };
      const done = await bind(results, context);
      context.note(namesToBind(done).join(', '), {
        after: { domains: [...host.domains, ...namesToBind(done)] },
      });
      return { results: [...done] };
    },
  };
}
