import { createContext, useContext, type ReactNode } from 'react';

/** @param draw renders the dialog; it calls `gone` once it has closed and may be removed */
export type ShowDialog = (draw: (gone: () => void) => ReactNode) => void;

export const DialogContext = createContext<ShowDialog | undefined>(undefined);

/** Shows a dialog from anywhere, without rendering it in the page's own tree. */
export function useDialog(): ShowDialog {
  const show = useContext(DialogContext);
  if (!show) throw new Error('useDialog needs a <UiProvider> above it');
  return show;
}
