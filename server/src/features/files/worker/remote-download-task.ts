import { implementTask, type ImplementedTask } from '#queue/worker/run-task';
import type { FileService } from '#files/link/protocol';
import { fileTarget } from '#sites/file-target';
import type { Networks } from '#system/egress/networks';
import { remoteDownloadTask } from '../tasks';
import { cleanUpWithChild } from '#files/link/clean-up-with-child';

/** The host's child requests the address under the host's uid and renames the complete file into place last. */
export const implementRemoteDownload = (service: FileService, networks: Networks): ImplementedTask =>
  implementTask(remoteDownloadTask, {
    run: async ({ scope, payload, signal, progress, step }) => {
      let info: Record<string, unknown> | undefined;
      await step('fetch', async () => {
        const { targetPath, url, hidden, name } = payload;
        const request = { url: hidden?.url ?? url, to: targetPath, ...(name !== undefined && { name }) };
        const { path, bytes } = await service.call(
          'fetchUrl',
          { ...fileTarget(scope.host), ...request, allowed: [...networks.allowed], own: [...networks.own] },
          { signal, onProgress: progress },
        );
        progress({ files: 1, filesTotal: 1, bytes, bytesTotal: bytes });
        info = { path, size: bytes };
      });
      return info;
    },
    // A child removes its own unfinished files; after a kill, the next child does.
    cleanup: ({ scope }) => cleanUpWithChild(() => service.call('ensureChild', fileTarget(scope.host))),
  });
