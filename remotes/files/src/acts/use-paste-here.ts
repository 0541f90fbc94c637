import { App } from '@sitedeck/ui/core';
import { heldClip, holdClip, useClip, type Clip } from './clipboard';
import type { Blocks } from './use-blocks';
import { usePaste } from './use-paste';

/** What would be pasted into the folder on show, and the act; a key has no disabled state, so its reason is told. */
export function usePasteHere(folder: string, blocks: Blocks) {
  const clip = useClip();
  const place = usePaste();
  const { message } = App.useApp();
  const paste = () => {
    if (!clip) return;
    const reason = blocks.here('act.paste');
    if (reason !== undefined) return void message.warning(reason);
    if (clip.mode === 'copy' || clip.folder === folder) return void place(clip, folder);
    // What was cut is where it went: a second paste would find nothing. What could not go may be pasted again.
    holdClip(undefined);
    void place(clip, folder).then((names) => {
      if (names.length > 0 && !heldClip()) holdClip({ ...clip, names });
    });
  };
  /** Dropped on another folder: whether that one may be changed, the server says. */
  const drop = (dropped: Clip, target: string) => {
    const reason = dropped.mode === 'cut' ? blocks.here('act.cut') : blocks.anywhere('act.copy');
    if (reason !== undefined) return void message.warning(reason);
    void place(dropped, target);
  };
  return { clip, paste, drop };
}
