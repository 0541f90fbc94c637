import type { FileEntry } from '@sitedeck/contract';
import { lazy, Suspense, type ReactNode } from 'react';
import type { Blocks } from '../acts/use-blocks';
import { NameDialog, type NameTask } from './NameDialog';

/** Fetched when it is opened: a list with tables, which most visits never see. */
const BinDrawer = lazy(() => import('../bin/BinDrawer').then((module) => ({ default: module.BinDrawer })));

const ExtractDialog = lazy(() =>
  import('../archives/ExtractDialog').then((module) => ({ default: module.ExtractDialog })),
);
const PackDialog = lazy(() =>
  import('../archives/PackDialog').then((module) => ({ default: module.PackDialog })),
);

/** What is open above the page. */
export type Asked =
  | NameTask
  | { readonly is: 'bin' }
  | { readonly is: 'extract'; readonly path: string }
  | { readonly is: 'compress'; readonly entries: readonly FileEntry[] };

interface Props {
  readonly asked: Asked | undefined;
  readonly blocks: Blocks;
  /** On show. */
  readonly folder: string;
  readonly onName: (name: string) => Promise<void>;
  /** The dialog has closed: the focus goes back to the list. */
  readonly onGone: () => void;
}

export function PageDialogs(props: Props) {
  const { asked, onName, onGone } = props;
  if (!asked) return null;
  if (isNameTask(asked)) {
    // Keyed: one that is still fading out must not take the next question for its own.
    return <NameDialog key={keyOf(asked)} task={asked} onName={onName} onClose={onGone} />;
  }
  return <Suspense fallback={null}>{fetched(asked, props)}</Suspense>;
}

const NAME_TASKS: readonly string[] = ['newFile', 'newFolder', 'rename'];
export const isNameTask = (asked: Asked): asked is NameTask => NAME_TASKS.includes(asked.is);
const keyOf = (task: NameTask) => (task.is === 'rename' ? `rename ${task.name}` : task.is);

/** Fetched when they are first asked for. */
function fetched(asked: Exclude<Asked, NameTask>, { blocks, folder, onGone }: Props): ReactNode {
  switch (asked.is) {
    case 'bin':
      return <BinDrawer blocked={blocks.anywhere('act.remove')} onGone={onGone} />;
    case 'extract':
      return <ExtractDialog path={asked.path} blocked={blocks.anywhere('act.extract')} onGone={onGone} />;
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
