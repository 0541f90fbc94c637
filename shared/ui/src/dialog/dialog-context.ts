import { createContext, useContext, type ReactNode } from 'react';

/** @param draw the dialog; it calls `gone` once it is closed and may be dropped */
export type ShowDialog = (draw: (gone: () => void) => ReactNode) => void;

export const DialogContext = createContext<ShowDialog | undefined>(undefined);

/** Shows a dialog from anywhere, without a place for it in the page's own tree. */
export function useDialog(): ShowDialog {
  const show = useContext(DialogContext);
  if (!show) throw new Error('useDialog needs a <UiProvider> above it');
  return show;
}
