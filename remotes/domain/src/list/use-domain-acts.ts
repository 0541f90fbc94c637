import type { Domain } from '@sitedeck/contract';
import { useConfirm, useFeedback, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { domainApi } from '../domain.api';
import { listTexts } from './list-texts';
import { callsFor } from './use-dns-check';

/** Names that a confirmation lists; the rest is counted. */
const NAMED = 5;

/** Actions on domains. The shell announces refusals. */
export function useDomainActs() {
  const text = useText(listTexts);
  const confirm = useConfirm();
  const format = useLocaleFormat();
  const { message } = useFeedback();
  const [unbindDomains] = domainApi.useUnbindDomainsMutation();
  const [setPrimary] = domainApi.useSetPrimaryDomainMutation();
  const [setHttps] = domainApi.useSetDomainHttpsMutation();
  const [query] = domainApi.useQueryBindDomainStatusMutation();
  const counted = (count: number) => ({ n: format.number(count), count });
  return {
    unbind: async (domains: readonly Domain[]): Promise<boolean> => {
      const count = counted(domains.length);
      const names = domains.slice(0, NAMED).map(({ shown }) => shown);
      const listed = names.join(text('comma'));
      const agreed = await confirm.tip({
        body:
          domains.length > NAMED
            ? text('unbind.many', { names: listed, n: count.n })
            : text('unbind.body', { names: listed, ...count }),
        confirm: text('unbind.confirm', count),
      });
      if (!agreed) return false;
      const { error } = await unbindDomains({ body: { domains: domains.map(({ name }) => name) } });
      if (error === undefined) message.success(text('unbind.done', count));
      return error === undefined;
    },
    makePrimary: async ({ name, shown }: Domain) => {
      const { error } = await setPrimary({ body: { domain: name } });
      if (error === undefined) message.success(text('primary.done', { name: shown }));
    },
    /** Forces HTTPS for the domains that have a certificate. */
    force: async (domains: readonly Domain[]) => {
      const ready = domains.filter(({ certificate }) => certificate.served !== null);
      const rest = domains.length - ready.length;
      const { error } = await setHttps({
        body: { domains: ready.map(({ name }) => name), forcesHttps: true },
      });
      if (error !== undefined) return;
      if (rest === 0) message.success(text('force.done', counted(ready.length)));
      else message.warning(text('force.some', { n: format.number(ready.length), rest: format.number(rest) }));
    },
    unforce: async ({ name, shown }: Domain) => {
      const { error } = await setHttps({ body: { domains: [name], forcesHttps: false } });
      if (error === undefined) message.success(text('force.off', { name: shown }));
    },
    /** Checks DNS now, in as many calls as needed. */
    check: async (domains: readonly Domain[]) => {
      for (const names of callsFor(domains.map(({ name }) => name))) {
        const { error } = await query({ body: { domains: [...names] } });
        if (error !== undefined) return;
      }
      message.success(text('check.done', counted(domains.length)));
    },
  };
}
