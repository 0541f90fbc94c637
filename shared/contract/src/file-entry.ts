import { z } from 'zod';

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
  /** The bytes of such a name, base64url: by these the entry can be deleted. */
  rawName: z.string().optional(),
});
export type FileEntry = z.infer<typeof FileEntry>;

/** Rules that all calls of the file manager share. */
export const fileVerb = { method: 'POST', access: 'owner', embed: ['files'] } as const;

/** Version of a file's content, opaque; equal means unchanged. */
export const FileVersionMark = z.string().max(64);

/** Why one of several failed. */
export const FileFault = z.object({
  code: z.string(),
  reason: z.string(),
  message: z.string(),
  /** What the words of the reason take. */
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});
export type FileFault = z.infer<typeof FileFault>;

/** An entry away from its folder's list. */
export const FoundEntry = FileEntry.pick({ type: true, size: true, mtime: true }).extend({
  path: z.string(),
});
export type FoundEntry = z.infer<typeof FoundEntry>;

/** What happens where the name is taken; `both` gives the newcomer a free name: `a (2).txt`. */
export const IfExists = z.enum(['refuse', 'overwrite', 'both']);
export type IfExists = z.infer<typeof IfExists>;
