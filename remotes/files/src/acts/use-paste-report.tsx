import type { Fault } from '@sitedeck/contract';
import { useFeedback, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { filesTexts } from '../i18n/files-texts';
import { FailedNames } from '../parts/FailedNames';
import type { ClipboardEntries } from './clipboard';
import type { PlacedEntry } from './paste';
import { useUndoNotice } from './use-undo-notice';
import { useUndoPaste } from './use-undo-paste';

export interface PasteResult {
  readonly placed: readonly PlacedEntry[];
  readonly failed: readonly { readonly name: string; readonly fault: Fault }[];
}

/** Reports how many entries were pasted, with an undo button, and why each of the others failed. */
export function usePasteReport(): (clip: ClipboardEntries, pasted: PasteResult) => void {
  const { message, notification } = useFeedback();
  const announce = useUndoNotice();
  const undoPaste = useUndoPaste();
  const text = useText(filesTexts);
  const format = useLocaleFormat();
  return ({ mode, names }, { placed, failed }) => {
    const [first] = failed;
    const n = format.number(placed.length);
    const isMove = mode === 'cut';
    const title = first
      ? text(isMove ? 'done.movedSome' : 'done.pastedSome', { n, failed: format.number(failed.length) })
      : text(isMove ? 'done.moved' : 'done.pasted', { n, count: placed.length });
    const failures = first && <FailedNames failed={failed} />;
    if (placed.length > 0) {
      const paste = { mode, placed };
      announce({ title, failures, change: { is: 'paste', paste }, undo: () => void undoPaste(paste) });
    } else if (first && names.length === 1) message.error(first.fault.message);
    else if (first) notification.error({ title, description: failures, duration: 0, role: 'alert' });
  };
}
