import type { FileEntry } from '@sitedeck/contract';
import { lazy, Suspense, type ReactNode } from 'react';
import type { Blocks } from '../acts/use-blocks';
import { useNamed } from '../acts/use-named';
import { KeysHelp } from './KeysHelp';
import { NameDialog, type NameTask } from './NameDialog';

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

/** What is open above the page. */
export type Asked =
  | NameTask
  | { readonly is: 'bin' }
  | { readonly is: 'keys' }
  /** Below the folder on show; `recent` begins with what changed last. */
  | { readonly is: 'search'; readonly recent: boolean }
  | { readonly is: 'extract'; readonly path: string }
  | { readonly is: 'fetch' }
  | { readonly is: 'compress' | 'changeMode'; readonly entries: readonly FileEntry[] };

interface Props {
  readonly asked: Asked | undefined;
  readonly blocks: Blocks;
  /** On show. */
  readonly folder: string;
  readonly openFolder: (path: string) => void;
  /** The dialog has closed: the focus goes back to the list. */
  readonly onGone: () => void;
}

export function PageDialogs(props: Props) {
  const { asked, folder, onGone } = props;
  if (!asked) return null;
  if (isNameTask(asked)) {
    // Keyed: one that is still fading out must not take the next question for its own.
    return <Named key={keyOf(asked)} task={asked} folder={folder} onClose={onGone} />;
  }
  return <Suspense fallback={null}>{fetched(asked, props)}</Suspense>;
}

interface NamedProps {
  readonly task: NameTask;
  readonly folder: string;
  readonly onClose: () => void;
}

function Named({ task, folder, onClose }: NamedProps) {
  return <NameDialog task={task} onName={useNamed(folder, task)} onClose={onClose} />;
}

const NAME_TASKS: readonly string[] = ['newFile', 'newFolder', 'rename'];
const isNameTask = (asked: Asked): asked is NameTask => NAME_TASKS.includes(asked.is);
const keyOf = (task: NameTask) => (task.is === 'rename' ? `rename ${task.name}` : task.is);

/** Fetched when they are first asked for. */
function fetched(asked: Exclude<Asked, NameTask>, { blocks, folder, openFolder, onGone }: Props): ReactNode {
  switch (asked.is) {
    case 'bin':
      return <BinDrawer blocked={blocks.anywhere('act.remove')} onGone={onGone} />;
    case 'keys':
      return <KeysHelp onGone={onGone} />;
    case 'search':
      return (
        <SearchDrawer
          folder={folder}
          recent={asked.recent}
          openFolder={openFolder}
          blocked={blocks.anywhere('edit.save')}
          onGone={onGone}
        />
      );
    case 'extract':
      return <ExtractDialog path={asked.path} blocked={blocks.anywhere('act.extract')} onGone={onGone} />;
    case 'fetch':
      return <FetchDialog folder={folder} blocked={blocks.here('act.fetch')} onGone={onGone} />;
    case 'changeMode':
      return (
        <ModeDialog
          folder={folder}
          entries={asked.entries}
          blocked={blocks.here('act.changeMode')}
          onGone={onGone}
        />
      );
    case 'compress':
      return (
        <PackDialog
          folder={folder}
          entries={asked.entries}
          blocked={blocks.here('act.compress')}
          onGone={onGone}
        />
      );
  }
}
