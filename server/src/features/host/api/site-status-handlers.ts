import type { consoleCalls, ServiceStatus } from '@sitedeck/contract';
import type { Handlers, OwnerContext } from '#api/calls/handlers';
import type { HostFacts } from '#sites/host-scope';
import type { Hosts } from '#sites/api/hosts';
import type { NodeWork } from '#sites/api/node-work';

type Calls = Pick<typeof consoleCalls, 'restartSite' | 'openSite' | 'closeSite'>;

export interface SiteStatusParts {
  readonly managed: Pick<Hosts, 'change'>;
  readonly work: Pick<NodeWork, 'restartSite'>;
  /** Rereads a host, so that the next call of this process sees the change. */
  readonly hosts: { fresh(hostCode: string): Promise<HostFacts | undefined> };
}

const statusOf = (host: HostFacts): { serviceStatus: ServiceStatus } => ({
  serviceStatus: host.service_status,
});

export function siteStatusHandlers({ managed, work, hosts }: SiteStatusParts): Handlers<Calls> {
  const setClosed = async (closed: boolean, { scope, note }: OwnerContext) => {
    const { host, hostCode, operator } = scope;
    const before = statusOf(host);
    note(host.host_name, { before });
    try {
      const after = statusOf(await managed.change(hostCode, { closed }, operator));
      note(host.host_name, { before, after });
      return after;
    } finally {
      // A refusal may follow a stored change, which the node applies when it answers again.
      await hosts.fresh(hostCode);
    }
  };
  return {
    openSite: (_request, context) => setClosed(false, context),
    closeSite: (_request, context) => setClosed(true, context),
    restartSite: async (_request, { scope, note }) => {
      note(scope.host.host_name);
      await work.restartSite(scope.hostCode);
      return statusOf(scope.host);
    },
  };
}
