import { Suspense, useRef, useState, type ReactNode } from 'react';
import type { BlockedActions } from '../acts/use-blocked-actions';

/** What an open dialog follows of its page. */
interface DialogPage {
  readonly blocks: BlockedActions;
  /** Called when the dialog has closed; the focus returns to the list. */
  readonly onGone: () => void;
}

type DrawDialog = (page: DialogPage) => ReactNode;

/** Opens a dialog or a drawer of the page in place of the one that is open. */
export type OpenDialog = (draw: DrawDialog) => void;

interface DrawnDialog {
  readonly id: number;
  readonly draw: DrawDialog;
}

/** The dialog that is open. Each has an id, so that one that is fading out is not reused for the next. */
export function usePageDialog() {
  const lastId = useRef(0);
  const [opened, setOpened] = useState<DrawnDialog>();
  const openDialog: OpenDialog = (draw) => {
    lastId.current += 1;
    setOpened({ id: lastId.current, draw });
  };
  return { opened, openDialog, closeDialog: () => setOpened(undefined) };
}

interface Props extends DialogPage {
  readonly opened: DrawnDialog | undefined;
}

/** Draws it in the page's own tree, whose contexts it needs. */
export function PageDialog({ opened, ...page }: Props) {
  if (!opened) return null;
  return (
    <Suspense key={opened.id} fallback={null}>
      {opened.draw(page)}
    </Suspense>
  );
}
