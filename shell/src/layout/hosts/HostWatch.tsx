import { kernel } from '@sitedeck/sdk';
import { useFeedback } from '@sitedeck/ui/core';
import { useEffect, useState } from 'react';
import type { MovedDialog } from './MovedDialog';

type View = { readonly open: boolean; readonly Dialog?: typeof MovedDialog };

/** Another window of this browser switched the host: shown once, and again whenever the user acts on this page. */
export function HostWatch() {
  const { message } = useFeedback();
  const [{ open, Dialog }, setView] = useState<View>({ open: false });
  useEffect(() => {
    let wasShown = false;
    return kernel().events.on('host-changed', ({ fault, asked }) => {
      if (wasShown && !asked) return;
      wasShown = true;
      import('./MovedDialog').then(
        ({ MovedDialog }) => setView({ open: true, Dialog: MovedDialog }),
        () => message.error(fault.message),
      );
    });
  }, [message]);
  return Dialog ? <Dialog open={open} onClose={() => setView({ open: false, Dialog })} /> : null;
}
