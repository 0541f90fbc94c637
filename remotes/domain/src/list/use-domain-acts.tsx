import type { Domain } from '@sitedeck/contract';
import { useConfirm, useDialog, useFeedback, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { lazy, Suspense, type ReactNode } from 'react';
import { domainApi } from '../domain.api';
import { listTexts } from './list-texts';
import { callsFor } from './use-dns-check';

const DomainDrawer = lazy(() =>
  import('../detail/DomainDrawer').then((file) => ({ default: file.DomainDrawer })),
);
const ApplyDialog = lazy(() =>
  import('../apply/ApplyDialog').then((file) => ({ default: file.ApplyDialog })),
);
const UploadDialog = lazy(() =>
  import('../certificates/UploadDialog').then((file) => ({ default: file.UploadDialog })),
);
const BindDialog = lazy(() => import('../bind/BindDialog').then((file) => ({ default: file.BindDialog })));
const ImportDialog = lazy(() =>
  import('../bind/ImportDialog').then((file) => ({ default: file.ImportDialog })),
);
const RemarkDialog = lazy(() => import('./RemarkDialog').then((file) => ({ default: file.RemarkDialog })));

/** Opens the dialogs of the page; each loads its code when it opens first. */
export function useDomainDialogs() {
  const show = useDialog();
  const open = (draw: (gone: () => void) => ReactNode) => show((gone) => <Suspense>{draw(gone)}</Suspense>);
  return {
    manage: ({ name }: Domain) => open((gone) => <DomainDrawer name={name} onGone={gone} />),
    /** Offers `choices`; those named in `chosen` are ticked. */
    apply: (choices: readonly Domain[], chosen: readonly Domain[]) =>
      open((gone) => <ApplyDialog choices={choices} chosen={chosen.map(({ name }) => name)} onGone={gone} />),
    upload: () => open((gone) => <UploadDialog onGone={gone} />),
    bind: () => open((gone) => <BindDialog onGone={gone} />),
    importList: () => open((gone) => <ImportDialog onGone={gone} />),
    remark: (domain: Domain) => open((gone) => <RemarkDialog domain={domain} onGone={gone} />),
  };
}

/** Names in a question; the others are counted. */
const NAMED = 5;

/** Acts on domains. The shell announces refusals. */
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
      const key = domains.length > NAMED ? 'unbind.many' : 'unbind.body';
      const agreed = await confirm.tip({
        body: text(key, { names: names.join(text('comma')), ...count }),
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
    /** Forces HTTPS for those that have a certificate. */
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
    /** Asks DNS now, in as many calls as it takes. */
    check: async (domains: readonly Domain[]) => {
      for (const names of callsFor(domains.map(({ name }) => name))) {
        const { error } = await query({ body: { domains: [...names] } });
        if (error !== undefined) return;
      }
      message.success(text('check.done', counted(domains.length)));
    },
  };
}
