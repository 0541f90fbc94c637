import { useLocaleFormat, useText } from '@sitedeck/ui/core';
import { visibleName } from '@sitedeck/ui/visible-name';
import { useUndoNotice } from '../acts/use-undo-notice';
import { nameOf } from '../paths';
import { binTexts } from './bin-texts';
import type { BinEntry } from './bin-entry';
import { useRestore } from './use-restore';

/** Announces that entries went into the recycle bin, with an undo button. */
export function useBinNotice(): (kept: readonly BinEntry[]) => void {
  const announce = useUndoNotice();
  const text = useText(binTexts);
  const format = useLocaleFormat();
  const restore = useRestore();
  return (kept) => {
    const [first] = kept;
    if (!first) return;
    announce({
      title:
        kept.length === 1
          ? text('kept.one', { name: visibleName(nameOf(first.path)) })
          : text('kept', { n: format.number(kept.length), count: kept.length }),
      change: { is: 'deletion', kept },
      undo: () => void restore(kept),
    });
  };
}
