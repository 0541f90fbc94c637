import { extractArchive } from '@sitedeck/contract';
import { defineKind, type Kind } from '#queue/kind';
import type { FileService } from '#files/link/protocol';
import { archiveLimit, fileTarget } from '#sites/file-target';
import { onceBack } from './once-back';

/** `targetPath` and `objectName` are what a task's row shows of it. */
const { path, to, names, ifExists } = extractArchive.body.shape;
const Payload = extractArchive.body
  .omit({ path: true, to: true })
  .extend({ objectName: path, targetPath: to, names, ifExists });

/** DECOMPRESS: the host's own child unpacks beside the site and moves all of it into place last. */
export const decompressKind = (service: FileService): Kind =>
  defineKind({
    type: 'DECOMPRESS',
    payload: Payload,
    plan: () => ['unpack'],
    // Unpacked anew where nothing was in place yet, else it goes on moving.
    resumes: true,
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
      // What it did is told: nobody asks again. Where this fails, a sweep does it later.
      await service.call('dropExtracted', { ...target, taskId }).catch(() => undefined);
      return info;
    },
    cleanup: ({ scope, taskId }) =>
      onceBack(() => service.call('dropExtracted', { ...fileTarget(scope.host), taskId })),
  });
