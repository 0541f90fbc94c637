import { implementTask, type ImplementedTask } from '#queue/worker/run-task';
import type { FileService } from '#files/link/protocol';
import { archiveLimit, fileTarget } from '#sites/file-target';
import { extractTask } from '../tasks';
import { cleanUpWithChild } from '#files/link/clean-up-with-child';

/** The host's child unpacks beside the site and moves all of it into place last. */
export const implementExtract = (service: FileService): ImplementedTask =>
  implementTask(extractTask, {
    run: async ({ scope, payload, taskId, signal, progress, step }) => {
      const target = fileTarget(scope.host);
      let info: Record<string, unknown> | undefined;
      await step('unpack', async () => {
        const { objectName, targetPath, ...rest } = payload;
        const done = await service.call(
          'extract',
          { ...target, ...archiveLimit(scope.host), ...rest, path: objectName, to: targetPath, taskId },
          { signal, onProgress: progress },
        );
        const { files, bytes, skipped, refused, failed } = done;
        progress({ files, filesTotal: files, bytes, bytesTotal: bytes, filesFailed: refused });
        info = { files, size: bytes, skipped, refused, failed };
      });
      // The task has its result, so the record is no longer needed. If this fails, a sweep removes it later.
      await service.call('dropExtracted', { ...target, taskId }).catch(() => undefined);
      return info;
    },
    cleanup: ({ scope, taskId }) =>
      cleanUpWithChild(() => service.call('dropExtracted', { ...fileTarget(scope.host), taskId })),
  });
