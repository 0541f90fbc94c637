import type { Task } from '@sitedeck/contract';
import { kernel, type RemoteContext, type RemoteNav } from '@sitedeck/sdk';
import { lazy, useEffect, useState } from 'react';
import { useBlockedActions } from '../acts/use-blocked-actions';
import { usePasteHere } from '../acts/use-paste-here';
import { useUndo } from '../acts/use-undo';
import { useUploadHere } from '../acts/use-start-upload';
import { foldersChanged } from '../files.api';
import { useFolder } from '../listing/use-folder';
import { useListing } from '../listing/use-listing';
import { useSelection } from '../listing/use-selection';
import type { Span } from '../listing/visible-rows';
import { KeysHelp } from '../parts/KeysHelp';
import { usePageDialog } from '../parts/PageDialog';
import { useFolderMenu } from '../parts/use-folder-menu';
import { useFolderSizes } from '../sizes/use-folder-sizes';

const SearchDrawer = lazy(() =>
  import('../search/SearchDrawer').then((module) => ({ default: module.SearchDrawer })),
);

const FIRST_ROWS: Span = { from: 0, to: 1 };

/** The open folder: its visible rows, the selection, and why actions are blocked. */
export function useOpenFolder(nav: RemoteNav) {
  const folder = useFolder(nav);
  const [span, setSpan] = useState(FIRST_ROWS);
  const listing = useListing(folder.query, span);
  const selection = useSelection(folder.query, listing);
  const blocks = useBlockedActions(folder.query.path, listing.is === 'ready' ? listing.rows : undefined);
  return { folder, listing, selection, setSpan, blocks };
}

/** The actions of the page, shared by its bars, menus, keys and drags. */
export function useFileActions(
  ctx: RemoteContext,
  browsing: ReturnType<typeof useOpenFolder>,
  card: boolean,
) {
  const { folder, listing, blocks } = browsing;
  const { path } = folder.query;
  const { clip, paste, drop: place } = usePasteHere(path, blocks);
  const dialog = usePageDialog();
  const showHelp = () => dialog.openDialog(({ onGone }) => <KeysHelp onGone={onGone} />);
  /** Searches below the open folder; `recent` starts with the latest changes. */
  const search = (recent: boolean) =>
    dialog.openDialog(({ blocks: now, onGone }) => (
      <SearchDrawer
        folder={path}
        recent={recent}
        openFolder={folder.open}
        blocked={now.anywhere('edit.save')}
        onGone={onGone}
      />
    ));
  const undo = useUndo();
  const sizes = useFolderSizes(path);
  const send = useUploadHere(path, blocks);
  const pasteBlocked = blocks.inOpenFolder('act.paste');
  const parts = { ctx, folder, listing, sizes, card, clip, pasteBlocked };
  const menu = useFolderMenu({ ...parts, paste, showHelp, search });
  return { dialog, showHelp, search, undo, sizes, send, place, paste, menu };
}

/** Reads the lists again after each task, because it may have changed files. */
export function useRefreshAfterTasks(): void {
  useEffect(
    () =>
      kernel().events.on('task-finished', ({ taskType }: Task) => {
        // Uploads of this page refresh their folders themselves.
        if (taskType !== 'UPLOAD_FILE') kernel().store.dispatch(foldersChanged());
      }),
    [],
  );
}
