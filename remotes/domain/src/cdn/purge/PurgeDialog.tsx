import { toFault } from '@sitedeck/sdk';
import { useFeedback, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { FormDialog, type FormOutcome } from '@sitedeck/ui/form-dialog';
import { Tabs } from '@sitedeck/ui/more';
import { useRef, useState } from 'react';
import { cdnApi } from '../cdn.api';
import { purgeTexts } from './purge-texts';
import { readUrls } from './typed-urls';
import { UrlsField } from './UrlsField';
import { useUrlReason } from './use-url-reason';

const WAYS = ['url', 'prefix'] as const;
type Way = (typeof WAYS)[number];

const NONE = { used: 0, limit: 0 };

/** Purges URLs or prefixes. */
export function PurgeDialog({ onGone }: { readonly onGone: () => void }) {
  const text = useText(purgeTexts);
  const format = useLocaleFormat();
  const { message } = useFeedback();
  // Rendered outside the page, so it reads the current state itself.
  const { data } = cdnApi.useReadCdnQuery({});
  const [purge] = cdnApi.usePurgeCdnMutation();
  const [way, setWay] = useState<Way>('url');
  const [typed, setTyped] = useState<Readonly<Record<Way, string>>>({ url: '', prefix: '' });
  const first = useRef<HTMLTextAreaElement>(null);
  const urls = readUrls(typed[way], data?.domains ?? []);
  const allowance = data?.allowances[way] ?? NONE;

  const submit = async (): Promise<FormOutcome> => {
    const sent = await purge({ body: { is: way, urls: urls.map((url) => url.typed) } });
    if (!sent.data) return { is: 'refused', fault: toFault(sent.error) };
    const { removed } = sent.data;
    message.success(text('done', { n: format.number(removed), count: removed }));
    return { is: 'done' };
  };
  const field = (one: Way) => (
    <UrlsField
      label={text(`${one}.label`)}
      hint={text(`${one}.hint`)}
      placeholder={text(`${one}.placeholder`)}
      value={typed[one]}
      onChange={(value) => setTyped((all) => ({ ...all, [one]: value }))}
      urls={urls}
      allowance={allowance}
      {...(one === way && { input: first })}
    />
  );
  return (
    <FormDialog
      className="dm-form"
      title={text('title')}
      confirm={text('title')}
      reason={useUrlReason(text('title'), urls, allowance)}
      failed={text('failed')}
      submit={submit}
      first={first}
      onGone={onGone}
    >
      <Tabs
        className="dc-tabs"
        activeKey={way}
        onChange={(key) => setWay(key === 'prefix' ? 'prefix' : 'url')}
        destroyOnHidden
        items={WAYS.map((one) => ({ key: one, label: text(one), children: field(one) }))}
      />
    </FormDialog>
  );
}
