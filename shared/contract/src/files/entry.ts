import { z } from 'zod';

/** Encodings that the editor offers. `utf-8` unless the file declares another. */
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
  /** Target of a link, as stored in the link. */
  target: z.string().optional(),
  /** The name holds bytes that are not UTF-8; `name` is for display and can't be used in a call. */
  unreadableName: z.literal(true).optional(),
  /** The bytes of such a name, base64url: a call can delete the entry by them. */
  rawName: z.string().optional(),
});
export type FileEntry = z.infer<typeof FileEntry>;

/** Rules that all calls of the file manager share. */
export const fileVerb = { method: 'POST', access: 'owner', embed: ['files'] } as const;

/** An entry of the recycle bin, or an earlier version of a file. */
export const KeptId = z.string().regex(/^[a-z0-9-]{8,64}$/);

/** Opaque mark of a file's content; equal marks mean unchanged content. */
export const FileVersionMark = z.string().max(64);

/** Why one of several files failed. */
export const FileFault = z.object({
  code: z.string(),
  reason: z.string(),
  message: z.string(),
  /** Values for the placeholders in the reason's words. */
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});
export type FileFault = z.infer<typeof FileFault>;

/** An entry outside its folder's list. */
export const FoundEntry = FileEntry.pick({ type: true, size: true, mtime: true }).extend({
  path: z.string(),
});
export type FoundEntry = z.infer<typeof FoundEntry>;

/** What happens if the name exists; `both` gives the new file a free name: `a (2).txt`. */
export const IfExists = z.enum(['refuse', 'overwrite', 'both']);
export type IfExists = z.infer<typeof IfExists>;
