import { readDomain, shownDomain, type DomainDns } from '@sitedeck/contract';
import type { Handlers, OwnerContext } from '#api/calls/handlers';
import { Refusal } from '#faults/refusal';
import { withNameSettings } from '#sites/config/settings/names';
import { readAllowances } from './allowances';
import type { CdnCalls, CdnParts } from './parts';

/** States in which visitors of a domain do not reach this server's edge. */
const ELSEWHERE: ReadonlySet<DomainDns['state'] | null> = new Set(['elsewhere', 'nowhere']);

export function settingsHandlers(
  parts: CdnParts,
): Handlers<Pick<CdnCalls, 'readCdn' | 'switchCdn' | 'saveCdnRules'>> {
  const { db, settings, pages, cacheBytes } = parts;

  const domainsOf = async ({ scope }: OwnerContext) => {
    const rows = await db
      .selectFrom('domain')
      .select(['name', 'dns'])
      .where('host_code', '=', scope.hostCode)
      .orderBy('is_primary', 'desc')
      .orderBy('name')
      .execute();
    return rows.map(({ name, dns }) => ({ name, dns: dns?.state ?? null }));
  };

  const author = ({ scope: { operator, role } }: OwnerContext, action: string) => ({
    operator,
    role,
    action,
  });

  return {
    readCdn: async (_request, context) => {
      const { hostCode } = context.scope;
      const { document, version } = await settings.read(hostCode);
      const isOn = (name: string) => document.names.some((one) => one.cdn && one.name === name);
      const [domains, allowances, { bytes }] = await Promise.all([
        domainsOf(context),
        readAllowances(parts, hostCode),
        pages.call('measureCache', { hostCode }),
      ]);
      return {
        ...document.cdn,
        domains: domains.map(({ name, dns }) => ({ name, shown: shownDomain(name), isOn: isOn(name), dns })),
        cache: { used: bytes, limit: cacheBytes },
        allowances,
        version,
      };
    },
    switchCdn: async ({ body: { domains, isOn } }, context) => {
      const { hostCode } = context.scope;
      const bound = new Map((await domainsOf(context)).map(({ name, dns }) => [name, dns]));
      const names = domains.map((typed) => {
        const domain = readDomain(typed);
        const name = domain.is === 'ok' ? domain.name : typed;
        const values = { domain: shownDomain(name) };
        const dns = bound.get(name);
        if (dns === undefined) throw new Refusal('domain-gone', { field: 'domains', values });
        if (isOn && ELSEWHERE.has(dns)) throw new Refusal('cdn-elsewhere', { field: 'domains', values });
        return name;
      });
      context.note(names.join(', '), { after: { cdn: isOn } });
      const version = await settings.change({
        hostCode,
        author: author(context, 'switchCdn'),
        change: (document) => withNameSettings(document, [...new Set(names)], { cdn: isOn }),
      });
      return { version };
    },
    saveCdnRules: async ({ body: { version: base, ...cdn } }, context) => {
      const { hostCode } = context.scope;
      const { document: before } = await settings.read(hostCode);
      context.note('', { before: { cdn: before.cdn }, after: { cdn } });
      const version = await settings.change({
        hostCode,
        base,
        author: author(context, 'saveCdnRules'),
        change: (document) => ({ ...document, cdn }),
      });
      return { version };
    },
  };
}
