import { z } from 'zod';
import { SitePath } from '../call/brand';
import { defineCall } from '../call/call';
import { FILE_TYPES, fileVerb } from './entry';
import { UPLOAD_FAILED_MAX, UPLOAD_MESSAGE_MAX, UPLOAD_PATH_MAX } from './bounds';

const Empty = z.object({});

/** Announces the files of an upload, so that progress has a total and the task ends by itself. */
export const beginUpload = defineCall({
  ...fileVerb,
  path: '/fs/upload/begin',
  summary: 'Start an upload: target folder, number of files and bytes; returns its id and task',
  effect: 'change',
  taskKind: 'UPLOAD_FILE',
  body: z.object({
    path: SitePath,
    files: z.number().int().min(1).max(1_000_000),
    bytes: z.number().int().min(0),
  }),
  reply: z.object({ id: z.string(), taskId: z.number() }),
});

export const endUpload = defineCall({
  ...fileVerb,
  path: '/fs/upload/end',
  summary: 'End an upload early, with failed files or as cancelled',
  effect: 'change',
  passesLock: true,
  body: z.object({
    id: z.string().max(64),
    cancelled: z.boolean().default(false),
    failed: z
      .array(z.object({ path: z.string().max(UPLOAD_PATH_MAX), message: z.string().max(UPLOAD_MESSAGE_MAX) }))
      .max(UPLOAD_FAILED_MAX)
      .default([]),
    /** The sender gave up the missing files: this is no failure. */
    dropped: z.boolean().default(false),
  }),
  reply: Empty,
});

/** Sent by a page that is closed or whose user pauses: otherwise the workspace stays locked until the lease ends. */
export const pauseUpload = defineCall({
  ...fileVerb,
  path: '/fs/upload/pause',
  summary:
    'Pause an upload and release the workspace; uploaded data is kept, and the next slice takes the lock again',
  effect: 'change',
  passesLock: true,
  passive: true,
  body: z.object({ id: z.string().max(64) }),
  reply: Empty,
});

/**
 * One slice of one file (with Content-Range), or a batch of small files (without). Parts are named `file`; the file
 * name of a part may hold a relative path below `path`. Headers: Content-Range `bytes a-b/total` (an empty file: a
 * star instead of `a-b`, total 0), Content-Total (bytes of the complete upload), Content-First-Slice `true|false`,
 * X-Upload-Id (one upload may hold many files). Optional headers of a part: X-Upload-Hash `sha-256` (the hash of the
 * complete file arrives with its last slice) or `sha-256=<hex>` (the hash itself: a file that differs is refused with
 * hash-mismatch and discarded), X-If-Exists `overwrite` (the default) | `refuse` | `both` (what happens if the name
 * exists when the file is complete).
 */
export const uploadSlice = defineCall({
  ...fileVerb,
  path: '/fs/upload',
  summary: 'Receive a slice of a file, or a batch of small files',
  effect: 'change',
  // An upload's own task holds the lock, so the handler finds that task and decides.
  passesLock: true,
  taskKind: 'UPLOAD_FILE',
  bodyForm: 'upload',
  query: z.object({ path: SitePath }),
  reply: z.object({
    files: z.array(
      z.object({
        path: z.string(),
        size: z.number(),
        /** Every byte of the file has arrived, and the file is stored under its name. */
        done: z.boolean(),
        failed: z.string().optional(),
        /** Fault reason of the failure. */
        reason: z.string().optional(),
        /** Where the file is stored if its name was in use and both files are kept. */
        to: z.string().optional(),
      }),
    ),
  }),
});

export const uploadStatus = defineCall({
  ...fileVerb,
  path: '/fs/upload/status',
  summary: 'Bytes of an upload that have arrived, so that nothing is sent twice',
  effect: 'read',
  body: z.object({ id: z.string().min(1).max(64) }),
  reply: z.object({
    id: z.string(),
    files: z.array(
      z.object({
        path: z.string(),
        total: z.number(),
        done: z.boolean(),
        /** Half-open byte ranges `[from, to)`, ascending, not touching. */
        received: z.array(z.tuple([z.number(), z.number()])),
        to: z.string().optional(),
      }),
    ),
  }),
});

export const checkUpload = defineCall({
  ...fileVerb,
  path: '/fs/upload/check',
  summary: 'Names of an upload that already exist, so that the owner can choose before sending',
  effect: 'read',
  body: z.object({ path: SitePath, names: z.array(z.string().min(1).max(4096)).min(1).max(20_000) }),
  reply: z.object({
    taken: z.array(
      z.object({
        name: z.string(),
        type: z.enum(FILE_TYPES),
        size: z.number(),
        mtime: z.number(),
      }),
    ),
  }),
});
