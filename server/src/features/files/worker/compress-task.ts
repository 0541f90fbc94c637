import { implementTask, type ImplementedTask } from '#queue/worker/run-task';
import type { FileService } from '#files/link/protocol';
import { archiveLimit, fileTarget } from '#sites/file-target';
import { compressTask } from '../tasks';
import { cleanUpWithChild } from '#files/link/clean-up-with-child';

/** The host's child writes the archive and renames it last. */
export const implementCompress = (service: FileService): ImplementedTask =>
  implementTask(compressTask, {
    run: async ({ scope, payload, signal, progress, step }) => {
      let info: Record<string, unknown> = {};
      await step('pack', async () => {
        const target = fileTarget(scope.host);
        const { failed, ...done } = await service.call(
          'compress',
          { ...target, ...archiveLimit(scope.host), paths: payload.paths, to: payload.targetPath },
          {
            signal,
            onProgress: ({ files, filesTotal, bytes, rate, current }) =>
              progress({ files, filesTotal, bytes, rate, ...(current && { current }) }),
          },
        );
        progress({ files: done.files, bytes: done.bytes, filesFailed: failed.length });
        info = { files: done.files, size: done.bytes, failed };
      });
      return info;
    },
    // A child removes its own unfinished files; after a kill, the next child does.
    cleanup: ({ scope }) => cleanUpWithChild(() => service.call('ensureChild', fileTarget(scope.host))),
  });
