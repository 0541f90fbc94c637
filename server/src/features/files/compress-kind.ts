import { z } from 'zod';
import { SitePath } from '@sitedeck/contract';
import { defineKind, type Kind } from '#queue/kind';
import type { FileService } from '#files/link/protocol';
import { archiveLimit, fileTarget } from '#sites/file-target';
import { onceBack } from './once-back';

const Payload = z.object({ paths: z.array(SitePath).min(1), targetPath: SitePath });

/** COMPRESS inside the host: the host's own child writes the archive and renames it last. */
export const compressKind = (service: FileService): Kind =>
  defineKind({
    type: 'COMPRESS',
    payload: Payload,
    plan: () => ['pack'],
    // It would find nothing to go on from.
    resumes: false,
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
