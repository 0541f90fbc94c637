import { refreshHostInfo, type ServiceStatus } from '@sitedeck/contract';
import { call, updateHost, useCurrentHost } from '@sitedeck/sdk';
import { useEffect } from 'react';

/** Another tab, or the provider, may have changed the host since this page learnt of it. */
export function useFreshStatus(seen: ServiceStatus | undefined): void {
  const { value } = useCurrentHost().hostService.serviceStatus;
  useEffect(() => {
    if (seen === undefined || seen === value) return;
    // Where it fails Home shows what it knew; the next visit asks again.
    void call(refreshHostInfo, {}, { quiet: true }).then(updateHost, () => undefined);
    // Only what the server has said is news: what this page has just changed is not.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [seen]);
}
