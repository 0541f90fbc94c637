import { useFeedback } from '@sitedeck/ui/core';
import { clipboardEntries, setClipboard, useClipboard, type ClipboardEntries } from './clipboard';
import type { BlockedActions } from './use-blocked-actions';
import { usePaste } from './use-paste';

/** What can be pasted into the open folder, and the paste itself. Keys can't be disabled, so a message says why not. */
export function usePasteHere(folder: string, blocks: BlockedActions) {
  const clip = useClipboard();
  const place = usePaste();
  const { message } = useFeedback();
  const paste = () => {
    if (!clip) return;
    const reason = blocks.inOpenFolder('act.paste');
    if (reason !== undefined) return message.warning(reason);
    if (clip.mode === 'copy' || clip.folder === folder) return void place(clip, folder);
    // Cut entries are pasted once. Those that could not be moved stay on the clipboard.
    setClipboard(undefined);
    void place(clip, folder).then((names) => {
      if (names.length > 0 && !clipboardEntries()) setClipboard({ ...clip, names });
    });
  };
  /** Entries dropped on another folder; the server checks whether that folder may be changed. */
  const drop = (dropped: ClipboardEntries, target: string) => {
    const reason = dropped.mode === 'cut' ? blocks.inOpenFolder('act.cut') : blocks.anywhere('act.copy');
    if (reason !== undefined) return message.warning(reason);
    void place(dropped, target);
  };
  return { clip, paste, drop };
}
