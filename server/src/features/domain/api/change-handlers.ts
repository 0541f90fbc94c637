import { shownDomain, type SiteConfig } from '@sitedeck/contract';
import type { Handlers, OwnerContext } from '#api/calls/handlers';
import { Refusal } from '#faults/refusal';
import { readCertificates, servingCertificate } from '#sites/api/certificate-store';
import { movePrimary, removeDomains } from '#sites/api/domains';
import { withNameSettings } from '#sites/config/settings/names';
import { refuseLoops } from '#sites/config/settings/redirects';
import { announce } from '#state/live';
import { boundName } from './bound-name';
import type { DomainCalls, DomainParts } from './calls';
import { withoutNames } from './without-names';

/** Forced HTTPS and HSTS need a certificate. Refuses with `https-no-certificate`. */
async function refuseWithoutCertificate(
  { db, now }: DomainParts,
  { scope }: OwnerContext,
  names: readonly string[],
): Promise<void> {
  const certificates = await readCertificates(db, scope.hostCode);
  const uncovered = names.find((name) => servingCertificate(certificates, name, now()) === undefined);
  if (uncovered !== undefined)
    throw new Refusal('https-no-certificate', {
      field: 'domains',
      values: { domain: shownDomain(uncovered) },
    });
}

/** Answers the calls that change bound domains. */
export function changeHandlers(
  parts: DomainParts,
): Handlers<Pick<DomainCalls, 'unbindDomains' | 'setPrimaryDomain' | 'remarkDomain' | 'setDomainHttps'>> {
  const { db, settings, work, hosts, testUrl } = parts;

  const changeSettings = (
    action: string,
    { scope }: OwnerContext,
    change: (document: SiteConfig) => SiteConfig,
  ) => {
    const { hostCode, operator, role } = scope;
    return settings.change({ hostCode, author: { operator, role, action }, change });
  };

  return {
    unbindDomains: async ({ body }, context) => {
      const { host, hostCode } = context.scope;
      const names = body.domains.map((typed) => boundName(typed, context));
      const rest = host.domains.filter((name) => !names.includes(name));
      context.note(names.join(', '), { before: { domains: host.domains }, after: { domains: rest } });
      await db.transaction().execute(async (trx) => {
        await removeDomains(trx, hostCode, names);
        await announce(trx, { is: 'host', hostCode });
      });
      await hosts.fresh(hostCode);
      await changeSettings('unbindDomains', context, (document) => withoutNames(document, names));
      await work.applySites(hostCode);
      return {};
    },
    setPrimaryDomain: async ({ body }, context) => {
      const { hostCode } = context.scope;
      const name = boundName(body.domain, context);
      if (name.startsWith('*.')) throw new Refusal('domain-wildcard-primary', { field: 'domain' });
      context.note(name);
      await db.transaction().execute(async (trx) => {
        await movePrimary(trx, hostCode, name);
        await announce(trx, { is: 'host', hostCode });
      });
      await hosts.fresh(hostCode);
      return {};
    },
    remarkDomain: async ({ body }, context) => {
      const name = boundName(body.domain, context);
      context.note(name, { after: { remark: body.remark } });
      const own = db.updateTable('domain').where('host_code', '=', context.scope.hostCode);
      await own.set({ remark: body.remark }).where('name', '=', name).execute();
      return {};
    },
    setDomainHttps: async ({ body }, context) => {
      const { hostCode, host } = context.scope;
      const names = [...new Set(body.domains.map((typed) => boundName(typed, context)))];
      const { forcesHttps, hstsDays } = body;
      const switches = {
        ...(forcesHttps !== undefined && { forcesHttps }),
        ...(hstsDays !== undefined && { hstsDays }),
      };
      context.note(names.join(', '), { after: switches });
      if (forcesHttps === true || (hstsDays ?? null) !== null)
        await refuseWithoutCertificate(parts, context, names);
      const { hostname, port } = new URL(testUrl(hostCode));
      const version = await changeSettings('setDomainHttps', context, (document) => {
        const after = withNameSettings(document, names, switches);
        refuseLoops(after, { names: [hostname, ...host.domains], port });
        return after;
      });
      return { version };
    },
  };
}
