import type { RemoteNav } from '@sitedeck/sdk';
import { useEffect } from 'react';
import { useFileOpener } from '../editor/file-opener';

const ACT = 'act';
const EDIT = 'edit';
const FILE = 'file';
const LINE = 'line';

/**
 * Opens the editor when the address asks for a file, as findings of a scan do. The parameters are removed from the
 * address, so that a reload does not repeat it.
 */
export function useRequestedFile({ path, search, go }: RemoteNav): void {
  const { edit } = useFileOpener();
  useEffect(() => {
    const rest = new URLSearchParams(search);
    const file = rest.get(FILE);
    if (rest.get(ACT) !== EDIT || file === null) return;
    const line = Number(rest.get(LINE));
    for (const name of [ACT, FILE, LINE]) rest.delete(name);
    go(rest.size > 0 ? `${path}?${rest}` : path, { replace: true });
    edit(file, Number.isInteger(line) && line > 0 ? line : undefined);
  }, [path, search, go, edit]);
}
