import type { HostCode } from '@sitedeck/contract';
import type { NodeWork } from '#sites/api/hosts';
import type { AgentProtocol, Applied } from '#links/agent-protocol';
import type { FileService } from '#files/link/protocol';
import { Refusal } from '#faults/refusal';
import type { RpcClient } from '#system/rpc/rpc';

/**
 * Refuses with the engine's message if it rejects this host's configuration; the last good one stays in
 * force.
 */
function checkOwn(hostCode: HostCode, { refused }: Applied): void {
  const own = refused.find((host) => host.hostCode === hostCode);
  if (own) throw new Refusal('config-refused', { values: { engine: 'nginx', reason: own.reason } });
}

/** Forwards the work on hosts to the worker and the file service of their node. */
export function nodeWork(agent: RpcClient<AgentProtocol>, service: FileService): NodeWork {
  const endChild = (hostCode: HostCode) => service.call('removeChild', { hostCode }).catch(() => undefined);
  return {
    provision: async (hostCode) => checkOwn(hostCode, await agent.call('provisionHost', { hostCode })),
    remove: async (hostCode) => {
      await endChild(hostCode);
      await agent.call('removeHost', { hostCode });
    },
    check: async (hostCode, document) => {
      await agent.call('checkSite', { hostCode, document });
    },
    apply: async (hostCode) => checkOwn(hostCode, await agent.call('applySites', {})),
    restart: async (hostCode) => checkOwn(hostCode, await agent.call('restartSite', { hostCode })),
    endFtp: async (hostCode) => {
      await agent.call('endFtp', { hostCode });
    },
  };
}
