import type { RemoteContext } from '@sitedeck/sdk';
import { useDialog } from '@sitedeck/ui/core';
import { lazy, Suspense, type ReactNode } from 'react';

// Each dialog is a script of its own, because most visits open none.
const ImportDialog = lazy(() =>
  import('../import/ImportDialog').then((file) => ({ default: file.ImportDialog })),
);
const ExportDialog = lazy(() =>
  import('../export/ExportDialog').then((file) => ({ default: file.ExportDialog })),
);
const PasswordDialog = lazy(() =>
  import('../password/PasswordDialog').then((file) => ({ default: file.PasswordDialog })),
);
const RemoteDialog = lazy(() =>
  import('../remote-access/RemoteDialog').then((file) => ({ default: file.RemoteDialog })),
);
const ReplaceDialog = lazy(() =>
  import('../replace/ReplaceDialog').then((file) => ({ default: file.ReplaceDialog })),
);

/** Returns functions that open the dialogs of the page. */
export function useDialogs({ surface }: RemoteContext) {
  const show = useDialog();
  const open = (draw: (onGone: () => void) => ReactNode) =>
    show((onGone) => <Suspense>{draw(onGone)}</Suspense>);
  return {
    import: () => open((onGone) => <ImportDialog onGone={onGone} canUpload={surface === undefined} />),
    /** Opens with these tables chosen; with all if empty. */
    export: (tables: readonly string[]) => open((onGone) => <ExportDialog tables={tables} onGone={onGone} />),
    password: () => open((onGone) => <PasswordDialog onGone={onGone} />),
    remote: () => open((onGone) => <RemoteDialog onGone={onGone} />),
    replace: () => open((onGone) => <ReplaceDialog onGone={onGone} />),
  };
}
