import { toFault } from '@sitedeck/sdk';
import { useText } from '@sitedeck/ui/core';
import { FormDialog, type FormOutcome } from '@sitedeck/ui/form-dialog';
import { useRef, useState } from 'react';
import { cdnApi } from '../cdn.api';
import { purgeTexts } from './purge-texts';
import { readUrls } from './typed-urls';
import { UrlsField } from './UrlsField';
import { useUrlReason } from './use-url-reason';

const NONE = { used: 0, limit: 0 };

/** Loads URLs into the cache, as a task. */
export function PrefetchDialog({ onGone }: { readonly onGone: () => void }) {
  const text = useText(purgeTexts);
  // Rendered outside the page, so it reads the current state itself.
  const { data } = cdnApi.useReadCdnQuery({});
  const [prefetch] = cdnApi.usePrefetchCdnMutation();
  const [typed, setTyped] = useState('');
  const first = useRef<HTMLTextAreaElement>(null);
  const urls = readUrls(typed, data?.domains ?? []);
  const allowance = data?.allowances.prefetch ?? NONE;

  const submit = async (): Promise<FormOutcome> => {
    const { error } = await prefetch({ body: { urls: urls.map((url) => url.typed) } });
    return error === undefined ? { is: 'done' } : { is: 'refused', fault: toFault(error) };
  };
  return (
    <FormDialog
      className="dm-form"
      title={text('prefetch.title')}
      confirm={text('prefetch.confirm')}
      reason={useUrlReason(text('prefetch.confirm'), urls, allowance)}
      failed={text('prefetch.failed')}
      submit={submit}
      begins
      first={first}
      onGone={onGone}
    >
      <UrlsField
        label={text('url.label')}
        hint={text('prefetch.hint')}
        placeholder={text('url.placeholder')}
        value={typed}
        onChange={setTyped}
        urls={urls}
        allowance={allowance}
        input={first}
      />
    </FormDialog>
  );
}
