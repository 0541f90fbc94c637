import { Fragment, useCallback, useRef, useState, type ReactNode } from 'react';
import { DialogContext, type ShowDialog } from './dialog-context';

interface ShownDialog {
  readonly id: number;
  readonly drawn: ReactNode;
}

/** Renders the open dialogs; a later one lies above an earlier one. */
export function DialogHost({ children }: { readonly children: ReactNode }) {
  const [open, setOpen] = useState<readonly ShownDialog[]>([]);
  const nextId = useRef(0);

  const show = useCallback<ShowDialog>((draw) => {
    nextId.current += 1;
    const id = nextId.current;
    const gone = () => setOpen((shown) => shown.filter((one) => one.id !== id));
    setOpen((shown) => [...shown, { id, drawn: draw(gone) }]);
  }, []);

  return (
    <DialogContext value={show}>
      {children}
      {open.map(({ id, drawn }) => (
        <Fragment key={id}>{drawn}</Fragment>
      ))}
    </DialogContext>
  );
}
