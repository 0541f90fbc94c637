import type { RemoteNav } from '@sitedeck/sdk';
import { useEffect, useState } from 'react';

const ACT = 'act';
const UPLOAD = 'upload';

/**
 * Opens the upload menu when the address asks for an upload, as a shortcut on Home does. Browsers show a file dialog
 * only after a click, hence the menu. The parameter is removed from the address, so that a reload does not repeat it.
 */
export function useRequestedUpload({
  path,
  search,
  go,
}: RemoteNav): readonly [boolean, (open: boolean) => void] {
  const isRequested = new URLSearchParams(search).get(ACT) === UPLOAD;
  const [wasRequested, setWasRequested] = useState(isRequested);
  const [open, setOpen] = useState(isRequested);
  if (isRequested !== wasRequested) {
    setWasRequested(isRequested);
    if (isRequested) setOpen(true);
  }
  useEffect(() => {
    if (!isRequested) return;
    const rest = new URLSearchParams(search);
    rest.delete(ACT);
    go(rest.size > 0 ? `${path}?${rest}` : path, { replace: true });
  }, [isRequested, path, search, go]);
  return [open, setOpen];
}
