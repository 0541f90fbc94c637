import { z } from 'zod';
import { SitePath } from '../call/brand';
import { defineCall } from '../call/call';
import { FileFault, FileVersionMark, fileVerb, FoundEntry, IfExists, KeptId, TEXT_ENCODINGS } from './entry';
import { BIN_ITEMS_MAX, NAME_FILTER_MAX, REPLACE_FILES_MAX } from './bounds';

/** An entry of the recycle bin; `path` is where it was before. */
export const BinItem = FoundEntry.extend({
  id: KeptId,
  /** Milliseconds since 1970, UTC. */
  deletedAt: z.number(),
  /** Null: it stays until the owner empties the bin. */
  expiresAt: z.number().nullable(),
  /** For a folder: number of files in it, if counted. */
  files: z.number().optional(),
});
export type BinItem = z.infer<typeof BinItem>;

export const listBin = defineCall({
  ...fileVerb,
  path: '/fs/recycle/list',
  summary: 'Items in the recycle bin, newest first',
  effect: 'read',
  body: z.object({
    offset: z.number().int().min(0).default(0),
    limit: z.number().int().min(1).max(1000).default(200),
    filter: z.string().max(NAME_FILTER_MAX).optional(),
  }),
  reply: z.object({
    items: z.array(BinItem),
    total: z.number(),
    bytes: z.number(),
    days: z.number().nullable(),
  }),
});

export const restoreFromBin = defineCall({
  ...fileVerb,
  path: '/fs/recycle/restore',
  summary: 'Restore items to their original location; missing folders are created',
  effect: 'change',
  body: z.object({ ids: z.array(KeptId).min(1).max(BIN_ITEMS_MAX), ifExists: IfExists.default('refuse') }),
  reply: z.object({
    restored: z.array(z.object({ id: z.string(), path: z.string() })),
    failed: z.array(z.object({ id: z.string(), path: z.string(), fault: FileFault })),
  }),
});

export const emptyBin = defineCall({
  ...fileVerb,
  path: '/fs/recycle/empty',
  summary: 'Delete the named items of the recycle bin permanently, or all',
  effect: 'change',
  body: z.object({ ids: z.array(KeptId).max(BIN_ITEMS_MAX).optional() }),
  reply: z.object({ removed: z.number(), bytes: z.number() }),
});

/** What replaced the stored content; `move`: a site move. */
export const VERSION_CAUSES = [
  'edit',
  'upload',
  'replace',
  'restore',
  'extract',
  'overwrite',
  'move',
] as const;

export const FileVersion = z.object({
  id: KeptId,
  size: z.number(),
  /** When the content had last been changed, and when it was replaced; milliseconds since 1970, UTC. */
  mtime: z.number(),
  keptAt: z.number(),
  cause: z.enum(VERSION_CAUSES),
});
export type FileVersion = z.infer<typeof FileVersion>;

export const listVersions = defineCall({
  ...fileVerb,
  path: '/fs/versions/list',
  summary: 'Earlier versions of one file, newest first',
  effect: 'read',
  body: z.object({ path: SitePath }),
  reply: z.object({ versions: z.array(FileVersion) }),
});

export const readVersion = defineCall({
  ...fileVerb,
  path: '/fs/versions/read',
  summary: 'Text of an earlier version, decoded',
  effect: 'read',
  body: z.object({ path: SitePath, id: KeptId, encoding: z.enum(TEXT_ENCODINGS).optional() }),
  reply: z.object({
    content: z.string(),
    encoding: z.enum(TEXT_ENCODINGS),
    bom: z.boolean(),
    size: z.number(),
  }),
});

export const restoreVersions = defineCall({
  ...fileVerb,
  path: '/fs/versions/restore',
  summary: 'Restore earlier versions; the replaced content becomes a version',
  effect: 'change',
  body: z.object({
    files: z
      .array(
        z.object({
          path: SitePath,
          id: KeptId,
          /** Only if the file is still in this version. */ version: FileVersionMark.optional(),
        }),
      )
      .min(1)
      .max(REPLACE_FILES_MAX),
  }),
  reply: z.object({
    done: z.array(z.object({ path: z.string(), version: FileVersionMark, kept: z.string().optional() })),
    failed: z.array(z.object({ path: z.string(), fault: FileFault })),
  }),
});

export const removeVersions = defineCall({
  ...fileVerb,
  path: '/fs/versions/remove',
  summary: 'Delete earlier versions of one file permanently: the named ones, or all',
  effect: 'change',
  body: z.object({ path: SitePath, ids: z.array(KeptId).max(1000).optional() }),
  reply: z.object({ removed: z.number(), bytes: z.number() }),
});
