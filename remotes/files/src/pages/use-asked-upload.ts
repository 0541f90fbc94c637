import type { RemoteNav } from '@sitedeck/sdk';
import { useEffect, useState } from 'react';

const ACT = 'act';
const UPLOAD = 'upload';

/**
 * Opens the upload menu when the address asks for an upload, as a shortcut on Home does. Browsers show a file dialog
 * only after a click, hence the menu. The parameter is removed from the address, so that a reload does not repeat it.
 */
export function useAskedUpload({ path, search, go }: RemoteNav): readonly [boolean, (open: boolean) => void] {
  const asks = new URLSearchParams(search).get(ACT) === UPLOAD;
  const [asked, setAsked] = useState(asks);
  const [open, setOpen] = useState(asks);
  if (asks !== asked) {
    setAsked(asks);
    if (asks) setOpen(true);
  }
  useEffect(() => {
    if (!asks) return;
    const rest = new URLSearchParams(search);
    rest.delete(ACT);
    go(rest.size > 0 ? `${path}?${rest}` : path, { replace: true });
  }, [asks, path, search, go]);
  return [open, setOpen];
}
