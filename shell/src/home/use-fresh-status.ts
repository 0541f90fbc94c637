import { refreshHostInfo, type ServiceStatus } from '@sitedeck/contract';
import { call, updateHost, useCurrentHost } from '@sitedeck/sdk';
import { useEffect } from 'react';

/** Reads the host again: another tab or the provider may have changed it. */
export function useFreshStatus(seen: ServiceStatus | undefined): void {
  const { value } = useCurrentHost().hostService.serviceStatus;
  useEffect(() => {
    if (seen === undefined || seen === value) return;
    // If it fails, Home shows the older state; the next visit tries again.
    void call(refreshHostInfo, {}, { quiet: true }).then(updateHost, () => undefined);
    // Only what the server has said is news: what this page has just changed is not.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [seen]);
}
