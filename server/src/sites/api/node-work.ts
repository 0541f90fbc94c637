import type { HostCode } from '@sitedeck/contract';
import type { WorkerProtocol } from '#links/worker-protocol';
import type { FileService } from '#files/link/protocol';
import { checkOwn, type SiteEngines } from '#sites/config/save-site-config';
import type { RpcClient } from '#system/rpc/rpc';

/** Requests to the node that holds a host; each is named after the call of its worker (`workerProtocol`). */
export interface NodeWork extends SiteEngines {
  provisionHost(hostCode: HostCode): Promise<void>;
  removeHost(hostCode: HostCode): Promise<void>;
  /**
   * Ends the processes of the host's site; the next visitor starts new ones. Refuses with `site-closed` or
   * `host-blocked`.
   */
  restartSite(hostCode: HostCode): Promise<void>;
  /** Applies the limits of a host to its running programs. */
  limitHost(hostCode: HostCode): Promise<void>;
  /** Ends the file process of a host, whatever it does; the next call about files starts another. */
  endFiles(hostCode: HostCode): Promise<void>;
  /** Ends the FTP sessions of a host. */
  endFtp(hostCode: HostCode): Promise<void>;
}

/** Forwards the work on hosts to the worker and the file service of their node. */
export function nodeWork(worker: RpcClient<WorkerProtocol>, service: FileService): NodeWork {
  const endFiles = async (hostCode: HostCode): Promise<void> => {
    // A file service that doesn't answer has ended, and its children with it.
    await service.call('removeChild', { hostCode }).catch(() => undefined);
  };
  return {
    provisionHost: async (hostCode) => checkOwn(hostCode, await worker.call('provisionHost', { hostCode })),
    removeHost: async (hostCode) => {
      await endFiles(hostCode);
      await worker.call('removeHost', { hostCode });
    },
    checkSite: async (hostCode, document) => {
      await worker.call('checkSite', { hostCode, document });
    },
    applySites: async (hostCode) => checkOwn(hostCode, await worker.call('applySites', {})),
    restartSite: async (hostCode) => checkOwn(hostCode, await worker.call('restartSite', { hostCode })),
    limitHost: async (hostCode) => {
      await worker.call('limitHost', { hostCode });
    },
    endFiles,
    endFtp: async (hostCode) => {
      await worker.call('endFtp', { hostCode });
    },
  };
}
