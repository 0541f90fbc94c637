import type { CallReply, listRedirects, Redirect } from '@sitedeck/contract';
import { useLocaleFormat, useText } from '@sitedeck/ui/core';
import { useSettingsSave } from '../../frame/use-settings-save';
import { replyOf, hostEnvApi } from '../../hostenv.api';
import { redirectTexts } from './redirect-texts';

export type RedirectsReply = CallReply<typeof listRedirects>;

/** The actions on redirects; each is saved at once and can be undone. */
export function useRedirectActions(version: number) {
  const text = useText(redirectTexts);
  const format = useLocaleFormat();
  const { save } = useSettingsSave();
  const [addRedirect] = hostEnvApi.useAddRedirectMutation();
  const [changeRedirect] = hostEnvApi.useChangeRedirectMutation();
  const [addRedirects] = hostEnvApi.useAddRedirectsMutation();
  const [removeRedirect] = hostEnvApi.useRemoveRedirectMutation();
  const [orderRedirects] = hostEnvApi.useOrderRedirectsMutation();
  const based = (base: number) => ({ query: { version: base } });

  return {
    add: (redirect: Redirect) =>
      save([(base) => replyOf(addRedirect({ body: redirect, ...based(base) }).unwrap())], version, {
        done: text('done.add', { source: redirect.source }),
        undo: true,
        refusal: 'caller',
      }),
    /** `source` is that of the stored redirect. */
    change: (source: string, redirect: Redirect) =>
      save(
        [(base) => replyOf(changeRedirect({ body: { source, redirect }, ...based(base) }).unwrap())],
        version,
        { done: text('done.edit', { source: redirect.source }), undo: true, refusal: 'caller' },
      ),
    addMany: (redirects: readonly Redirect[], replace: boolean) =>
      save(
        [
          (base) =>
            replyOf(addRedirects({ body: { redirects: [...redirects], replace }, ...based(base) }).unwrap()),
        ],
        version,
        {
          done: text('done.import', { n: format.number(redirects.length), count: redirects.length }),
          undo: true,
          refusal: 'caller',
        },
      ),
    remove: ({ source }: Redirect) =>
      save([(base) => replyOf(removeRedirect({ body: { source }, ...based(base) }).unwrap())], version, {
        done: text('done.remove', { source }),
        undo: true,
        refusal: 'toast',
      }),
    order: (redirects: readonly Redirect[]) =>
      save(
        [
          (base) =>
            replyOf(
              orderRedirects({
                body: { sources: redirects.map(({ source }) => source) },
                ...based(base),
              }).unwrap(),
            ),
        ],
        version,
        { done: text('done.order'), undo: true, refusal: 'toast' },
      ),
  };
}
