import type { Fault } from '@sitedeck/contract';
import { App, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { filesTexts } from '../i18n/files-texts';
import { FailedNames } from '../parts/FailedNames';
import type { Clip } from './clipboard';

export interface Pasted {
  readonly done: number;
  readonly failed: readonly { readonly name: string; readonly fault: Fault }[];
}

/** Reports how many entries were pasted, and why each of the others failed. */
export function usePasteReport(): (clip: Clip, pasted: Pasted) => void {
  const { message, notification } = App.useApp();
  const text = useText(filesTexts);
  const format = useLocaleFormat();
  return ({ mode, names }, { done, failed }) => {
    const [first] = failed;
    const n = format.number(done);
    if (!first) {
      const key = mode === 'cut' ? 'done.moved' : 'done.pasted';
      if (done > 0) void message.success(text(key, { n, count: done }));
    } else if (names.length === 1) void message.error(first.fault.message);
    else
      notification.error({
        title: text(mode === 'cut' ? 'done.movedSome' : 'done.pastedSome', {
          n,
          failed: format.number(failed.length),
        }),
        description: <FailedNames failed={failed} />,
        duration: 0,
        role: 'alert',
      });
  };
}
