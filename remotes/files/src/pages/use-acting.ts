import type { RemoteContext } from '@sitedeck/sdk';
import { useState } from 'react';
import { usePasteHere } from '../acts/use-paste-here';
import { useRemove } from '../acts/use-remove';
import { useRunAct } from '../acts/use-run-act';
import { useSend } from '../acts/use-send';
import { useFileDoors } from '../editor/file-doors';
import { clear } from '../listing/selection';
import type { Asked } from '../parts/PageDialogs';
import { useFolderMenu } from '../parts/use-folder-menu';
import { useFolderSizes } from '../sizes/use-folder-sizes';
import type { useBrowsing } from './use-browsing';

/** What can be done on the page, by its bars, menus, keys and drags alike. */
export function useActing(ctx: RemoteContext, browsing: ReturnType<typeof useBrowsing>, card: boolean) {
  const { folder, listing, selection, blocks } = browsing;
  const { path } = folder.query;
  const { clip, paste, drop: place } = usePasteHere(path, blocks);
  const [asked, setAsked] = useState<Asked>();
  const showHelp = () => setAsked({ is: 'keys' });
  const search = (recent: boolean) => setAsked({ is: 'search', recent });
  const remove = useRemove(path);
  const sizes = useFolderSizes(path);
  const run = useRunAct({
    folder,
    blocks,
    remove,
    sizes,
    doors: useFileDoors(),
    ask: setAsked,
    removed: () => selection[1](clear),
  });
  const send = useSend(path, blocks);
  const pasteBlocked = blocks.here('act.paste');
  const parts = { ctx, folder, listing, sizes, card, clip, pasteBlocked };
  const menu = useFolderMenu({ ...parts, paste, showHelp, search });
  return { asked, setAsked, showHelp, search, remove, sizes, run, send, place, paste, menu };
}
