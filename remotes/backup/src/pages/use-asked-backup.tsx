import type { RemoteNav } from '@sitedeck/sdk';
import { useDialog } from '@sitedeck/ui/core';
import { useEffect } from 'react';
import { CreateDialog } from '../points/CreateDialog';
import type { PageKind } from '../points/page-kind';

const ACT = 'act';
const NOW = 'now';

/** The address asks for a backup, as a shortcut elsewhere does. The wish leaves the address: a reload must not repeat it. */
export function useAskedBackup({ path, search, go }: RemoteNav, page: PageKind): void {
  const show = useDialog();
  const asks = new URLSearchParams(search).get(ACT) === NOW;
  useEffect(() => {
    if (!asks) return;
    const rest = new URLSearchParams(search);
    rest.delete(ACT);
    go(rest.size > 0 ? `${path}?${rest}` : path, { replace: true });
    show((gone) => <CreateDialog page={page} onGone={gone} />);
  }, [asks, path, search, go, show, page]);
}
