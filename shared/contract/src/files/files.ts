import { z } from 'zod';
import { SitePath } from '../call/brand';
import { defineCall } from '../call/call';
import { CAT_LIMIT_BYTES } from '../constants';
import { FileEntry, FileVersionMark, fileVerb, IfExists, KeptId, TEXT_ENCODINGS } from './entry';
import {
  ENTRIES_MAX,
  FILE_MODE_PATTERN,
  LIST_ENTRIES_MAX,
  NAME_FILTER_MAX,
  TEXT_PART_MAX_BYTES,
} from './bounds';

const Empty = z.object({});
const Encoding = z.enum(TEXT_ENCODINGS);

/** What a later restore from the recycle bin needs. */
const Kept = z.array(z.object({ id: z.string(), path: z.string() }));

const Moving = z.object({
  path: SitePath,
  to: SitePath,
  overwrite: z.boolean().default(false),
  /** Takes precedence over `overwrite`. */
  ifExists: IfExists.optional(),
});

const Moved = z.object({
  /** The resulting path. */
  to: z.string(),
  /** What it replaced, now in the recycle bin. */
  kept: Kept,
  /** The version of `to` that holds the file it replaced. */
  versionId: z.string().optional(),
});

export const listFolder = defineCall({
  ...fileVerb,
  path: '/fs/ls',
  summary: 'Entries of a folder, a page at a time; folders first',
  effect: 'read',
  body: z.object({
    path: SitePath,
    offset: z.number().int().min(0).default(0),
    limit: z.number().int().min(1).max(LIST_ENTRIES_MAX).default(1000),
    sort: z.enum(['name', 'size', 'mtime']).default('name'),
    order: z.enum(['asc', 'desc']).default('asc'),
    filter: z.string().max(NAME_FILTER_MAX).optional(),
  }),
  reply: z.object({
    path: z.string(),
    entries: z.array(FileEntry),
    total: z.number(),
    folders: z.number(),
    /** The uid of the host's own files: an entry with another `uid` belongs to someone else. */
    ownerUid: z.number(),
    /** The host's uid may change entries here. */
    writable: z.boolean(),
  }),
});

export const touchFile = defineCall({
  ...fileVerb,
  path: '/fs/touch',
  summary: 'Create an empty file; refused if the name exists',
  effect: 'change',
  body: z.object({ path: SitePath }),
  reply: Empty,
});

export const makeFolder = defineCall({
  ...fileVerb,
  path: '/fs/mkdir',
  summary: 'Create a folder and its parents; refused if the name exists',
  effect: 'change',
  body: z.object({ path: SitePath }),
  reply: Empty,
});

export const removeFile = defineCall({
  ...fileVerb,
  path: '/fs/rm',
  summary:
    'Delete a file or the contents of a folder, permanently or to the recycle bin; the folder itself only with `with_self`',
  effect: 'change',
  body: z.object({
    path: SitePath.optional(),
    paths: z.array(SitePath).max(ENTRIES_MAX).optional(),
    /** Entries whose names are not UTF-8, by folder and `rawName`. */
    unreadable: z
      .array(z.object({ folder: SitePath, name: z.base64url().min(1).max(344) }))
      .max(ENTRIES_MAX)
      .optional(),
    with_self: z.boolean().default(false),
    /** Moves to the recycle bin instead of deleting for good. */
    bin: z.boolean().default(false),
  }),
  reply: z.object({
    /** Number of deleted files, folders and links; with `bin` the entries that were moved there. */
    removed: z.number(),
    kept: Kept,
  }),
});

export const renameFile = defineCall({
  ...fileVerb,
  path: '/fs/rename',
  summary: 'Rename or move; refused if the target exists, unless `overwrite` or `ifExists` allows it',
  effect: 'change',
  body: Moving.extend({
    /** A version of the moved file that takes its old name; undoes a move that replaced a file. */
    putBack: KeptId.optional(),
    /** The move that this one undoes: versions that lay at `path` before it stay there. */
    undoes: KeptId.optional(),
  }),
  reply: Moved.extend({ moveId: KeptId }),
});

export const copyFile = defineCall({
  ...fileVerb,
  path: '/fs/cp',
  summary:
    'Copy a file or a folder; refused if the target exists, unless `overwrite` or `ifExists` allows it',
  effect: 'change',
  body: Moving,
  reply: Moved.extend({ files: z.number(), bytes: z.number() }),
});

export const readText = defineCall({
  ...fileVerb,
  path: '/fs/cat',
  summary: `Content of a text file up to ${CAT_LIMIT_BYTES} bytes, decoded`,
  effect: 'read',
  body: z.object({ path: SitePath, encoding: Encoding.optional() }),
  reply: z.object({
    content: z.string(),
    encoding: Encoding,
    /** The file had a byte order mark; saving keeps it. */
    bom: z.boolean(),
    size: z.number(),
    mtime: z.number(),
    version: FileVersionMark,
  }),
});

export const writeText = defineCall({
  ...fileVerb,
  path: '/fs/echo',
  summary: 'Replace the content of a text file atomically; with `version`, only if it has not changed since',
  effect: 'change',
  body: z.object({
    path: SitePath,
    content: z.string().max(2 * CAT_LIMIT_BYTES),
    encoding: Encoding.default('utf-8'),
    bom: z.boolean().default(false),
    version: FileVersionMark.optional(),
  }),
  reply: z.object({ size: z.number(), mtime: z.number(), version: FileVersionMark }),
});

export const resetPermission = defineCall({
  ...fileVerb,
  path: '/fs/reset_permission',
  summary: 'Reset folders to 755 and files to 644 below a path, owned by the host',
  effect: 'change',
  body: z.object({ path: SitePath }),
  reply: z.object({ changed: z.number() }),
});

export const readWindow = defineCall({
  ...fileVerb,
  path: '/fs/window',
  summary: 'Part of a text file of any size, cut at line ends, decoded; read-only',
  effect: 'read',
  body: z.object({
    path: SitePath,
    /** Bytes from the start; if negative, from the end. */
    offset: z.number().int(),
    bytes: z
      .number()
      .int()
      .min(1)
      .max(TEXT_PART_MAX_BYTES)
      .default(256 * 1024),
    encoding: Encoding.optional(),
  }),
  reply: z.object({
    content: z.string(),
    encoding: Encoding,
    /** Half-open range of the bytes in `content`. */
    from: z.number(),
    to: z.number(),
    size: z.number(),
    mtime: z.number(),
  }),
});

export const changeMode = defineCall({
  ...fileVerb,
  path: '/fs/chmod',
  summary: 'Set permissions of files and folders, and of their contents',
  effect: 'change',
  body: z.object({
    paths: z.array(SitePath).min(1).max(ENTRIES_MAX),
    /** Octal, `644`; set-uid, set-gid and sticky bits are refused. */
    files: z.string().regex(FILE_MODE_PATTERN).optional(),
    folders: z.string().regex(FILE_MODE_PATTERN).optional(),
    /** Includes the contents of folders. */
    deep: z.boolean().default(false),
  }),
  reply: z.object({ changed: z.number() }),
});

export const downloadFile = defineCall({
  ...fileVerb,
  path: '/fs/download',
  summary: 'Content of one file as an attachment; supports ranges; refusals are JSON',
  effect: 'read',
  replyForm: 'stream',
  body: z.object({ path: SitePath }),
  reply: z.unknown(),
});

export const zipFiles = defineCall({
  ...fileVerb,
  path: '/fs/zip',
  summary: 'Selected files and folders as one streamed zip; a refusal is JSON',
  effect: 'read',
  taskKind: 'COMPRESS',
  replyForm: 'stream',
  body: z.object({ paths: z.array(SitePath).min(1).max(ENTRIES_MAX), name: z.string().max(200).optional() }),
  reply: z.unknown(),
});

export const compressFiles = defineCall({
  ...fileVerb,
  path: '/fs/compress',
  summary: 'Pack files and folders into an archive inside the host, as a task',
  effect: 'change',
  taskKind: 'COMPRESS',
  body: z.object({ paths: z.array(SitePath).min(1).max(ENTRIES_MAX), to: SitePath }),
  reply: z.object({ taskId: z.number() }),
});

export const linkFile = defineCall({
  ...fileVerb,
  path: '/fs/link',
  summary: 'A short-lived address of one file, bound to session and path, for media and downloads',
  effect: 'read',
  body: z.object({ path: SitePath }),
  reply: z.object({ url: z.string() }),
});

export const openLink = defineCall({
  method: 'GET',
  path: '/fs/link/{token}',
  access: 'public',
  summary: 'The content behind such an address, as an attachment; supports ranges',
  effect: 'read',
  replyForm: 'stream',
  params: z.object({ token: z.string().max(128) }),
  reply: z.unknown(),
});

export const fetchUrl = defineCall({
  ...fileVerb,
  path: '/fs/fetch',
  summary: 'Download a public URL into a folder, as a task',
  effect: 'change',
  taskKind: 'REMOTE_DOWNLOAD',
  body: z.object({
    url: z.url({ protocol: /^https?$/ }).max(2000),
    /** Target folder. */
    to: SitePath,
    /** By default the name that the server gives, otherwise the last part of the address. */
    name: z.string().min(1).max(255).optional(),
  }),
  reply: z.object({ taskId: z.number() }),
});
