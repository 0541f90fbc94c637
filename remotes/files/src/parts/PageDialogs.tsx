import type { FileEntry } from '@sitedeck/contract';
import { lazy, Suspense, type ReactNode } from 'react';
import type { Blocks } from '../acts/use-blocks';
import { CreateDialog } from '../names/CreateDialog';
import { RenameDialog } from '../names/RenameDialog';
import { KeysHelp } from './KeysHelp';

/** Fetched when it is opened: a list with tables, which most visits never see. */
const BinDrawer = lazy(() => import('../bin/BinDrawer').then((module) => ({ default: module.BinDrawer })));

const ExtractDialog = lazy(() =>
  import('../archives/ExtractDialog').then((module) => ({ default: module.ExtractDialog })),
);
const PackDialog = lazy(() =>
  import('../archives/PackDialog').then((module) => ({ default: module.PackDialog })),
);

const ModeDialog = lazy(() =>
  import('../modes/ModeDialog').then((module) => ({ default: module.ModeDialog })),
);
const FetchDialog = lazy(() =>
  import('../archives/FetchDialog').then((module) => ({ default: module.FetchDialog })),
);

const SearchDrawer = lazy(() =>
  import('../search/SearchDrawer').then((module) => ({ default: module.SearchDrawer })),
);

/** The dialog or drawer that is open. */
export type DialogRequest =
  | { readonly is: 'newFile' | 'newFolder' }
  | { readonly is: 'rename'; readonly name: string; readonly isFolder: boolean }
  | { readonly is: 'bin' }
  | { readonly is: 'keys' }
  /** Searches below the open folder; `recent` starts with the latest changes. */
  | { readonly is: 'search'; readonly recent: boolean }
  | { readonly is: 'extract'; readonly path: string }
  | { readonly is: 'fetch' }
  | { readonly is: 'compress' | 'changeMode'; readonly entries: readonly FileEntry[] };

interface Props {
  readonly request: DialogRequest | undefined;
  readonly blocks: Blocks;
  /** Path of the open folder. */
  readonly folder: string;
  readonly openFolder: (path: string) => void;
  /** Called when the dialog has closed; the focus returns to the list. */
  readonly onGone: () => void;
}

export function PageDialogs({ request, ...parts }: Props) {
  return request && <Suspense fallback={null}>{dialogFor(request, parts)}</Suspense>;
}

/** Name dialogs have keys, so that one that is fading out is not reused for the next request. */
function dialogFor(
  request: DialogRequest,
  { blocks, folder, openFolder, onGone }: Omit<Props, 'request'>,
): ReactNode {
  switch (request.is) {
    case 'rename':
      return (
        <RenameDialog
          key={`rename ${request.name}`}
          folder={folder}
          name={request.name}
          isFolder={request.isFolder}
          onGone={onGone}
        />
      );
    case 'newFile':
    case 'newFolder':
      return (
        <CreateDialog
          key={request.is}
          folder={folder}
          isFolder={request.is === 'newFolder'}
          onGone={onGone}
        />
      );
    case 'bin':
      return <BinDrawer blocked={blocks.anywhere('act.remove')} onGone={onGone} />;
    case 'keys':
      return <KeysHelp onGone={onGone} />;
    case 'search':
      return (
        <SearchDrawer
          folder={folder}
          recent={request.recent}
          openFolder={openFolder}
          blocked={blocks.anywhere('edit.save')}
          onGone={onGone}
        />
      );
    case 'extract':
      return <ExtractDialog path={request.path} blocked={blocks.anywhere('act.extract')} onGone={onGone} />;
    case 'fetch':
      return <FetchDialog folder={folder} blocked={blocks.inOpenFolder('act.fetch')} onGone={onGone} />;
    case 'changeMode':
      return (
        <ModeDialog
          folder={folder}
          entries={request.entries}
          blocked={blocks.inOpenFolder('act.changeMode')}
          onGone={onGone}
        />
      );
    case 'compress':
      return (
        <PackDialog
          folder={folder}
          entries={request.entries}
          blocked={blocks.inOpenFolder('act.compress')}
          onGone={onGone}
        />
      );
  }
}
