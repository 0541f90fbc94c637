import { implementTask, type ImplementedTask } from '#queue/task-kind';
import type { FileService } from '#files/link/protocol';
import { archiveLimit, fileTarget } from '#sites/file-target';
import { compressTask } from '../tasks';
import { onceBack } from './retry-until-back';

/** The host's own child writes the archive and renames it last. */
export const compressFiles = (service: FileService): ImplementedTask =>
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
            onProgress: ({ files, bytes, current }) =>
              progress({ files, bytes, ...(current && { current }) }),
          },
        );
        progress({ files: done.files, bytes: done.bytes, filesFailed: failed.length });
        info = { files: done.files, size: done.bytes, failed };
      });
      return info;
    },
    // The child itself leaves nothing; one that was killed is cleaned up after by the next.
    cleanup: ({ scope }) => onceBack(() => service.call('ensureChild', fileTarget(scope.host))),
  });
