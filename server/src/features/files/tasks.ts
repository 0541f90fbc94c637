import { z } from 'zod';
import { extractArchive, fetchUrl, SitePath } from '@sitedeck/contract';
import { describeTask } from '#queue/task-kind';

/** COMPRESS, which the host's child runs. The task's row shows `targetPath` and `fileNum`. */
export const compressTask = describeTask({
  type: 'COMPRESS',
  payload: z.object({
    paths: z.array(SitePath).min(1),
    targetPath: SitePath,
    fileNum: z.number().int().optional(),
  }),
  steps: () => ['pack'],
  // An unfinished archive is removed, so there is nothing to continue with.
  resumes: false,
});

const { path, to, names, ifExists } = extractArchive.body.shape;

/** DECOMPRESS. The task's row shows `targetPath` and `objectName`. */
export const extractTask = describeTask({
  type: 'DECOMPRESS',
  payload: extractArchive.body
    .omit({ path: true, to: true })
    .extend({ objectName: path, targetPath: to, names, ifExists }),
  steps: () => ['unpack'],
  // Unpacks again if nothing was in place yet, otherwise continues to move entries.
  resumes: true,
});

const { url, to: folder, name } = fetchUrl.body.shape;

/**
 * REMOTE_DOWNLOAD. The task's row shows `targetPath` and `url`. The query of an address may contain a key, so
 * the full URL is in `hidden`.
 */
export const remoteDownloadTask = describeTask({
  type: 'REMOTE_DOWNLOAD',
  payload: z.object({ url, targetPath: folder, name, hidden: z.object({ url }).optional() }),
  steps: () => ['fetch'],
  // A resumed task downloads from the beginning, since an unfinished download leaves no file.
  resumes: true,
});
