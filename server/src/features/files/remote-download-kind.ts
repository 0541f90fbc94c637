import { z } from 'zod';
import { fetchUrl } from '@sitedeck/contract';
import { defineKind, type Kind } from '../../queue/kind';
import type { FileService } from '../../system/files/protocol';
import { fileTarget } from './file-target';

/** `targetPath` is what a task's row shows of it. */
const { url, to, name } = fetchUrl.body.shape;
const Payload = z.object({ url, targetPath: to, name });

/**
 * REMOTE_DOWNLOAD: the host's own child asks the address, under the host's uid, and puts the whole file into place last.
 * @param allowed networks that may be reached although they are not public; a kind that only describes needs none
 */
export const remoteDownloadKind = (service: FileService, allowed: readonly string[] = []): Kind =>
  defineKind({
    type: 'REMOTE_DOWNLOAD',
    payload: Payload,
    plan: () => ['fetch'],
    // From the beginning: nothing of an unfinished one is left.
    resumes: true,
    run: async ({ scope, payload, signal, progress, step }) => {
      let info: Record<string, unknown> | undefined;
      await step('fetch', async () => {
        const { targetPath, ...rest } = payload;
        const { path, bytes } = await service.call(
          'fetchUrl',
          { ...fileTarget(scope.host), ...rest, to: targetPath, allowed: [...allowed] },
          { signal, onProgress: progress },
        );
        progress({ files: 1, filesTotal: 1, bytes, bytesTotal: bytes });
        info = { path, size: bytes };
      });
      return info;
    },
    // The child itself leaves nothing; one that was killed is cleaned up after by the next.
    cleanup: () => Promise.resolve(),
  });
