import { z } from 'zod';
import { SitePath } from './brand';
import { defineCall } from './call';
import { CAT_LIMIT_BYTES } from './constants';

/** Encodings the editor offers. `utf-8` unless the file says otherwise. */
export const TEXT_ENCODINGS = ['utf-8', 'gbk', 'big5', 'shift_jis', 'latin1'] as const;
export type TextEncoding = (typeof TEXT_ENCODINGS)[number];

export const FILE_TYPES = ['file', 'folder', 'link', 'other'] as const;

export const FileEntry = z.object({
  name: z.string(),
  type: z.enum(FILE_TYPES),
  /** Bytes; 0 for a folder. */
  size: z.number(),
  /** Milliseconds since 1970, UTC. */
  mtime: z.number(),
  /** Permission bits in octal, as in `644`. */
  mode: z.string(),
  uid: z.number(),
  /** Where a link points, as written. */
  target: z.string().optional(),
  /** The name holds bytes that are not UTF-8; `name` is shown only and can't be used in a call. */
  unreadableName: z.literal(true).optional(),
});
export type FileEntry = z.infer<typeof FileEntry>;

const at = (path: string) => `/fs${path}` as const;
const verb = { method: 'POST', access: 'owner', embed: ['files'] } as const;
const Empty = z.object({});
const Encoding = z.enum(TEXT_ENCODINGS);
/** Version of a file's content, opaque; equal means unchanged. */
const Version = z.string().max(64);

export const listFolder = defineCall({
  ...verb,
  path: at('/ls'),
  summary: 'Entries of a folder, a page at a time; folders first',
  effect: 'read',
  body: z.object({
    path: SitePath,
    offset: z.number().int().min(0).default(0),
    limit: z.number().int().min(1).max(5000).default(1000),
    sort: z.enum(['name', 'size', 'mtime']).default('name'),
    order: z.enum(['asc', 'desc']).default('asc'),
    filter: z.string().max(255).optional(),
  }),
  reply: z.object({
    path: z.string(),
    entries: z.array(FileEntry),
    total: z.number(),
    folders: z.number(),
    /** The host itself may change entries here. */
    writable: z.boolean(),
  }),
});

export const touchFile = defineCall({
  ...verb,
  path: at('/touch'),
  summary: 'Create an empty file; refused where the name exists',
  effect: 'change',
  body: z.object({ path: SitePath }),
  reply: Empty,
});

export const makeFolder = defineCall({
  ...verb,
  path: at('/mkdir'),
  summary: 'Create a folder, and its parents; refused where the name exists',
  effect: 'change',
  body: z.object({ path: SitePath }),
  reply: Empty,
});

export const removeFile = defineCall({
  ...verb,
  path: at('/rm'),
  summary: 'Delete a file or what a folder holds; the folder itself only with `with_self`',
  effect: 'change',
  body: z.object({
    path: SitePath.optional(),
    paths: z.array(SitePath).max(10_000).optional(),
    with_self: z.boolean().default(false),
  }),
  reply: z.object({ removed: z.number() }),
});

export const renameFile = defineCall({
  ...verb,
  path: at('/rename'),
  summary: 'Rename or move; refused where the target exists unless `overwrite`',
  effect: 'change',
  body: z.object({ path: SitePath, to: SitePath, overwrite: z.boolean().default(false) }),
  reply: Empty,
});

export const copyFile = defineCall({
  ...verb,
  path: at('/cp'),
  summary: 'Copy a file or a folder; refused where the target exists unless `overwrite`',
  effect: 'change',
  body: z.object({ path: SitePath, to: SitePath, overwrite: z.boolean().default(false) }),
  reply: z.object({ files: z.number(), bytes: z.number() }),
});

export const readText = defineCall({
  ...verb,
  path: at('/cat'),
  summary: `Content of a text file up to ${CAT_LIMIT_BYTES} bytes, decoded`,
  effect: 'read',
  body: z.object({ path: SitePath, encoding: Encoding.optional() }),
  reply: z.object({
    content: z.string(),
    encoding: Encoding,
    /** Byte order mark was there and is kept on saving. */
    bom: z.boolean(),
    size: z.number(),
    mtime: z.number(),
    version: Version,
  }),
});

export const writeText = defineCall({
  ...verb,
  path: at('/echo'),
  summary:
    'Replace the content of a text file in one step; with `version`, only if nobody changed it meanwhile',
  effect: 'change',
  body: z.object({
    path: SitePath,
    content: z.string().max(2 * CAT_LIMIT_BYTES),
    encoding: Encoding.default('utf-8'),
    bom: z.boolean().default(false),
    version: Version.optional(),
  }),
  reply: z.object({ size: z.number(), mtime: z.number(), version: Version }),
});

export const resetPermission = defineCall({
  ...verb,
  path: at('/reset_permission'),
  summary: 'Put folders to 755 and files to 644 below a path, owned by the host',
  effect: 'change',
  body: z.object({ path: SitePath }),
  reply: z.object({ changed: z.number() }),
});

/** Announces what will come, so that progress is counted against a total and the task ends by itself. */
export const beginUpload = defineCall({
  ...verb,
  path: at('/upload/begin'),
  summary: 'Announce an upload: how many files and bytes go to which folder; answers its id and task',
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
  ...verb,
  path: at('/upload/end'),
  summary: 'Close an upload early: with the files that failed, or cancelled',
  effect: 'change',
  passesLock: true,
  body: z.object({
    id: z.string().max(64),
    cancelled: z.boolean().default(false),
    failed: z
      .array(z.object({ path: z.string().max(4096), message: z.string().max(500) }))
      .max(10_000)
      .default([]),
  }),
  reply: Empty,
});

/**
 * One slice of one file (with Content-Range), or a batch of small files (without).
 * Parts are named `file`; the file name of a part may hold a relative path below `path`.
 * Headers: Content-Range `bytes a-b/total` (an empty file: a star in place of `a-b`, total 0), Content-Total (bytes of the
 * whole), Content-First-Slice `true|false`, X-Upload-Id (one upload may hold many files).
 */
export const uploadSlice = defineCall({
  ...verb,
  path: at('/upload'),
  summary: 'Receive a slice of a file, or a batch of small files',
  effect: 'change',
  // Its own upload holds the lock: the upload's task, looked up by its handler, decides.
  passesLock: true,
  taskKind: 'UPLOAD_FILE',
  bodyForm: 'upload',
  query: z.object({ path: SitePath }),
  reply: z.object({
    files: z.array(
      z.object({
        path: z.string(),
        size: z.number(),
        /** Every byte of the file has arrived and the file stands under its name. */
        done: z.boolean(),
        failed: z.string().optional(),
      }),
    ),
  }),
});

export const uploadStatus = defineCall({
  ...verb,
  path: at('/upload/status'),
  summary: 'Which bytes of an upload have arrived, so that nothing is sent twice',
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
      }),
    ),
  }),
});

export const downloadFile = defineCall({
  ...verb,
  path: at('/download'),
  summary: 'Bytes of one file as an attachment; ranges are honoured; a refusal is JSON',
  effect: 'read',
  replyForm: 'stream',
  body: z.object({ path: SitePath }),
  reply: z.unknown(),
});

export const zipFiles = defineCall({
  ...verb,
  path: at('/zip'),
  summary: 'Selected files and folders as one streamed zip; a refusal is JSON',
  effect: 'read',
  taskKind: 'COMPRESS',
  replyForm: 'stream',
  body: z.object({ paths: z.array(SitePath).min(1).max(10_000), name: z.string().max(200).optional() }),
  reply: z.unknown(),
});

export const compressFiles = defineCall({
  ...verb,
  path: at('/compress'),
  summary: 'Pack files and folders into an archive inside the host, as a task',
  effect: 'change',
  taskKind: 'COMPRESS',
  body: z.object({ paths: z.array(SitePath).min(1).max(10_000), to: SitePath }),
  reply: z.object({ taskId: z.number() }),
});

export const linkFile = defineCall({
  ...verb,
  path: at('/link'),
  summary: 'A short-lived address of one file, bound to session and path, for media and downloads',
  effect: 'read',
  body: z.object({ path: SitePath }),
  reply: z.object({ url: z.string() }),
});

export const openLink = defineCall({
  method: 'GET',
  path: at('/link/{token}'),
  access: 'public',
  summary: 'The bytes behind such an address: ranged, as an attachment',
  effect: 'read',
  replyForm: 'stream',
  params: z.object({ token: z.string().max(128) }),
  reply: z.unknown(),
});
