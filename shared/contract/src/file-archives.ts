import { z } from 'zod';
import { SitePath } from './brand';
import { defineCall } from './call';
import { FileFault, fileVerb } from './file-entry';

/** What is packed; the ending of the target's name says which. */
export const PACK_FORMATS = ['zip', 'tar.gz', 'tar.zst'] as const;
/** What is unpacked. `gz`, `xz`, `bz2`, `zst` hold one file. */
export const UNPACK_FORMATS = [
  ...PACK_FORMATS,
  'tar',
  'tar.xz',
  'tar.bz2',
  '7z',
  'rar',
  'gz',
  'xz',
  'bz2',
  'zst',
] as const;
export type UnpackFormat = (typeof UNPACK_FORMATS)[number];

/** Encodings of the names in a zip without its UTF-8 mark. `auto` guesses. */
export const NAME_ENCODINGS = ['auto', 'utf-8', 'gbk', 'big5', 'shift_jis', 'cp437'] as const;
const NameEncoding = z.enum(NAME_ENCODINGS);

const Archive = z.object({
  path: SitePath,
  /** Folder that takes the entries; made where it is missing. */
  to: SitePath,
  names: NameEncoding.default('auto'),
});

export const inspectArchive = defineCall({
  ...fileVerb,
  path: '/fs/archive/inspect',
  summary:
    'What extracting an archive would do: how much it becomes, what it would overwrite; changes nothing',
  effect: 'read',
  body: Archive,
  reply: z.object({
    format: z.enum(UNPACK_FORMATS),
    /** What the names were read as; null where the format says it itself. */
    names: z.enum(NAME_ENCODINGS).nullable(),
    files: z.number(),
    folders: z.number(),
    /** Unpacked; null where the format does not tell beforehand. */
    bytes: z.number().nullable(),
    /** First names, as they would be written. */
    sample: z.array(z.string()),
    /** Files that would be overwritten: how many, and the first ones. */
    taken: z.number(),
    takenSample: z.array(z.string()),
    /** Entries that are never extracted (links that lead out, devices, `..`): how many, and the first ones with their reason. */
    refused: z.number(),
    refusedSample: z.array(z.object({ path: z.string(), fault: FileFault })),
    encrypted: z.boolean(),
    /** False where looking through all of it would take too long: the figures are those of its beginning. */
    complete: z.boolean(),
  }),
});

export const extractArchive = defineCall({
  ...fileVerb,
  path: '/fs/decompress',
  summary: 'Extract an archive inside the host, as a task; nothing of it is seen before all of it is there',
  effect: 'change',
  taskKind: 'DECOMPRESS',
  body: Archive.extend({
    /** Where a file of that name exists: overwritten (its old content stays among its versions), left, or both kept. */
    ifExists: z.enum(['overwrite', 'skip', 'both']).default('overwrite'),
  }),
  reply: z.object({ taskId: z.number() }),
});
