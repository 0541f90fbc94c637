import type { RemoteNav } from '@sitedeck/sdk';
import { useEffect, useState } from 'react';

const ACT = 'act';
const UPLOAD = 'upload';

/**
 * Whether the address asks for an upload, as a shortcut elsewhere does: a browser shows its file dialog only after a
 * click here, so the menu that leads there stands open. The wish leaves the address: a reload must not repeat it.
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
