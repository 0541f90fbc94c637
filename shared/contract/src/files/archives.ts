import { z } from 'zod';
import { SitePath } from '../call/brand';
import { defineCall } from '../call/call';
import { FileFault, fileVerb } from './entry';

/** Formats that can be packed; the extension of the target's name selects one. */
export const PACK_FORMATS = ['zip', 'tar.gz', 'tar.zst'] as const;
/** Formats that can be unpacked. `gz`, `xz`, `bz2`, `zst` hold one file. */
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

/** Encodings of the names in a zip that is not marked as UTF-8. `auto` guesses. */
export const NAME_ENCODINGS = ['auto', 'utf-8', 'gbk', 'big5', 'shift_jis', 'cp437'] as const;
const NameEncoding = z.enum(NAME_ENCODINGS);

const Archive = z.object({
  path: SitePath,
  /** Folder that receives the entries; created if missing. */
  to: SitePath,
  names: NameEncoding.default('auto'),
});

export const inspectArchive = defineCall({
  ...fileVerb,
  path: '/fs/archive/inspect',
  summary: 'Preview an extraction: extracted size and files it would overwrite; changes nothing',
  effect: 'read',
  body: Archive,
  reply: z.object({
    format: z.enum(UNPACK_FORMATS),
    /** Encoding that the names were read in; null if the format defines it. */
    names: z.enum(NAME_ENCODINGS).nullable(),
    files: z.number(),
    folders: z.number(),
    /** Unpacked size; null if the format does not report it in advance. */
    bytes: z.number().nullable(),
    /** The first names, as they would be written. */
    sample: z.array(z.string()),
    /** Files that would be overwritten: their number, and the first ones. */
    taken: z.number(),
    takenSample: z.array(z.string()),
    /**
     * Entries that are never extracted (links that lead out, devices, `..`): their number, and the first ones with
     * their reason.
     */
    refused: z.number(),
    refusedSample: z.array(z.object({ path: z.string(), fault: FileFault })),
    encrypted: z.boolean(),
    /** False if scanning the complete archive would take too long: the figures cover only its beginning. */
    complete: z.boolean(),
  }),
});

export const extractArchive = defineCall({
  ...fileVerb,
  path: '/fs/decompress',
  summary: 'Extract an archive inside the host, as a task; files appear only when all are extracted',
  effect: 'change',
  taskKind: 'DECOMPRESS',
  body: Archive.extend({
    /**
     * If a file of that name exists: overwrite it (its old content becomes a version), skip the entry, or keep both.
     */
    ifExists: z.enum(['overwrite', 'skip', 'both']).default('overwrite'),
  }),
  reply: z.object({ taskId: z.number() }),
});
