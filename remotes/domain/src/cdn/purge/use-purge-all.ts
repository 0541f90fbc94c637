import { useConfirm, useFeedback, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { cdnApi } from '../cdn.api';
import { purgeTexts } from './purge-texts';

/** Purges everything after a warning about the load on the origin. The shell announces a refusal. */
export function usePurgeAll(): (left: number) => Promise<void> {
  const text = useText(purgeTexts);
  const confirm = useConfirm();
  const format = useLocaleFormat();
  const { message } = useFeedback();
  const [purge] = cdnApi.usePurgeAllCdnMutation();
  return async (left) => {
    const agreed = await confirm.danger({
      title: text('all.title'),
      body: text('all.body', { left: format.number(left), count: left }),
      confirm: text('all.title'),
    });
    if (!agreed) return;
    const { data } = await purge({ body: { is: 'all' } });
    if (data) message.success(text('done', { n: format.number(data.removed), count: data.removed }));
  };
}
