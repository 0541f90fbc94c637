import { z } from 'zod';
import { fetchUrl } from '@sitedeck/contract';
import { defineKind, type Kind } from '#queue/kind';
import type { FileService } from '#files/link/protocol';
import { fileTarget } from '#sites/file-target';
import { onceBack } from './once-back';

/** `targetPath` and `url` are what a task's row shows of it; what stands behind the `?` of an address may be a key. */
const { url, to, name } = fetchUrl.body.shape;
const Payload = z.object({ url, targetPath: to, name, hidden: z.object({ url }).optional() });

/** Which addresses may be asked beside, and in spite of, the public ones. */
interface Networks {
  readonly allowed: readonly string[];
  readonly own: readonly string[];
}
const NONE: Networks = { allowed: [], own: [] };

/**
 * REMOTE_DOWNLOAD: the host's own child asks the address, under the host's uid, and puts the whole file into place last.
 * @param networks those that may be reached although they are not public, and this machine's own addresses; a kind that only
 * describes needs none
 */
export const remoteDownloadKind = (service: FileService, networks = NONE): Kind =>
  defineKind({
    type: 'REMOTE_DOWNLOAD',
    payload: Payload,
    plan: () => ['fetch'],
    // From the beginning: nothing of an unfinished one is left.
    resumes: true,
    run: async ({ scope, payload, signal, progress, step }) => {
      let info: Record<string, unknown> | undefined;
      await step('fetch', async () => {
        const { targetPath, url, hidden, name } = payload;
        const wish = { url: hidden?.url ?? url, to: targetPath, ...(name !== undefined && { name }) };
        const { path, bytes } = await service.call(
          'fetchUrl',
          { ...fileTarget(scope.host), ...wish, allowed: [...networks.allowed], own: [...networks.own] },
          { signal, onProgress: progress },
        );
        progress({ files: 1, filesTotal: 1, bytes, bytesTotal: bytes });
        info = { path, size: bytes };
      });
      return info;
    },
    // The child itself leaves nothing; one that was killed is cleaned up after by the next.
    cleanup: ({ scope }) => onceBack(() => service.call('ensureChild', fileTarget(scope.host))),
  });
