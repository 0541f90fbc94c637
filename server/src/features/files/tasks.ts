import { z } from 'zod';
import { extractArchive, fetchUrl, SitePath, UPLOAD_LEASE_MS } from '@sitedeck/contract';
import { describeLeasedTask, describeTask } from '#queue/task-kind';

/** What the task of an upload stores. Without `fileNum` the upload was not announced. */
export const UploadParams = z.object({
  uploadId: z.string(),
  targetPath: z.string(),
  fileNum: z.number().optional(),
  size: z.number().optional(),
});
export type UploadParams = z.infer<typeof UploadParams>;

/** UPLOAD_FILE. The host's child receives the slices, and the file service records them. */
export const uploadTask = describeLeasedTask({
  type: 'UPLOAD_FILE',
  payload: UploadParams,
  leaseMs: UPLOAD_LEASE_MS,
});

/** COMPRESS of a download: the archive is sent while the host's child packs it. The task's row shows `fileNum`. */
export const streamTask = describeLeasedTask({
  type: 'COMPRESS',
  payload: z.object({
    paths: z.array(SitePath),
    fileNum: z.number().int(),
    objectName: z.string(),
    stream: z.literal(true),
  }),
  // A stream that reports nothing for this long is lost.
  leaseMs: 90_000,
});

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
