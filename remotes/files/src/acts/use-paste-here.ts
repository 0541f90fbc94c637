import { App } from '@sitedeck/ui/core';
import { useClip } from './clipboard';
import type { Blocks } from './use-blocks';
import { usePaste } from './use-paste';

/** What would be pasted into the folder on show, and the act; a key has no disabled state, so its reason is told. */
export function usePasteHere(folder: string, blocks: Blocks) {
  const clip = useClip();
  const pasteClip = usePaste(folder);
  const { message } = App.useApp();
  const paste = () => {
    if (!clip) return;
    const reason = blocks.here('act.paste');
    if (reason === undefined) void pasteClip(clip);
    else void message.warning(reason);
  };
  return { clip, paste };
}
