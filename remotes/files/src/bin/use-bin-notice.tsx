import { TASK_TOAST_MS } from '@sitedeck/contract';
import { App, Button, sharedTexts, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { nameOf } from '../paths';
import { visibleName } from '../visible-name';
import { binTexts } from './bin-texts';
import type { BinEntry } from './bin-entry';
import { useRestore } from './use-restore';

/** Announces that entries went into the recycle bin, with an undo button. */
export function useBinNotice(): (kept: readonly BinEntry[]) => void {
  const { notification } = App.useApp();
  const text = useText(binTexts);
  const shared = useText(sharedTexts);
  const format = useLocaleFormat();
  const restore = useRestore();
  return (kept) => {
    const [first] = kept;
    if (!first) return;
    const key = `bin-${first.id}`;
    const undo = () => {
      notification.destroy(key);
      void restore(kept);
    };
    notification.success({
      key,
      title:
        kept.length === 1
          ? text('kept.one', { name: visibleName(nameOf(first.path)) })
          : text('kept', { n: format.number(kept.length), count: kept.length }),
      duration: TASK_TOAST_MS / 1000,
      role: 'status',
      actions: (
        <Button size="small" onClick={undo}>
          {shared('act.undo')}
        </Button>
      ),
    });
  };
}
