import { z } from 'zod';
import { SitePath } from './brand';
import { defineCall } from './call';
import { FileFault, FileVersionMark, fileVerb, FoundEntry } from './file-entry';
import {
  FAVOURITES_MAX,
  MEASURE_FOLDERS_MAX,
  NAME_FILTER_MAX,
  REPLACEMENT_MAX,
  REPLACE_FILES_MAX,
  SEARCH_FOUND_MAX,
  SEARCH_TEXT_MAX,
} from './file-bounds';

/** What is looked for below a folder; at least one of `name`, `text`, `changedAfter`. */
export const FileQuery = z.object({
  path: SitePath,
  /** Part of a name, or a pattern with `*` and `?`; letter case does not matter. */
  name: z.string().max(NAME_FILTER_MAX).optional(),
  /** What a file's content holds. */
  text: z.string().min(1).max(SEARCH_TEXT_MAX).optional(),
  /** `text` is a regular expression (syntax of ripgrep). */
  regex: z.boolean().default(false),
  matchCase: z.boolean().default(false),
  wholeWord: z.boolean().default(false),
  /** Only files whose name fits one of these patterns: `*.php`; or neither files nor folders whose name does. */
  include: z.array(z.string().min(1).max(255)).max(20).default([]),
  exclude: z.array(z.string().min(1).max(255)).max(20).default([]),
  /** Changed at or after, milliseconds since 1970, UTC; folders are left out then. */
  changedAfter: z.number().int().min(0).optional(),
});
export type FileQuery = z.infer<typeof FileQuery>;

/** One place of a match. `before` and `after` are whole lines; long lines are cut around the match. */
export const TextMatch = z.object({
  /** From 1. */
  line: z.number().int(),
  text: z.string(),
  /** Half-open ranges of UTF-16 units in `text`. */
  ranges: z.array(z.tuple([z.number().int(), z.number().int()])),
  before: z.array(z.string()),
  after: z.array(z.string()),
});
export type TextMatch = z.infer<typeof TextMatch>;

/** Lines of the answer of a search, each a JSON object; the last one is `end` or `failed`, or the answer was cut. */
export const SearchEvent = z.discriminatedUnion('is', [
  z.object({
    is: z.literal('found'),
    entry: FoundEntry,
    /** Of the content, where `text` was asked for. */
    matches: z.array(TextMatch).optional(),
    /** State of the content the matches are of: a replacement names it. */
    version: FileVersionMark.optional(),
    /** The file holds more matches than are told. */
    more: z.literal(true).optional(),
  }),
  z.object({ is: z.literal('progress'), files: z.number(), bytes: z.number(), current: z.string() }),
  z.object({
    is: z.literal('end'),
    files: z.number(),
    matches: z.number(),
    /** There is more than `limit`. */
    more: z.boolean(),
    /** Not looked through: no text (of these, those that hold it, where ripgrep is installed), above `CAT_LIMIT_BYTES`, or closed to the host. */
    skipped: z.object({ binary: z.number(), large: z.number(), unreadable: z.number() }),
  }),
  z.object({ is: z.literal('failed'), fault: FileFault }),
]);
export type SearchEvent = z.infer<typeof SearchEvent>;

export const searchFiles = defineCall({
  ...fileVerb,
  path: '/fs/search',
  summary:
    'Find by name, content or time of change; answers JSON lines as they are found, ends with the request',
  effect: 'read',
  replyForm: 'stream',
  body: FileQuery.extend({
    /** Lines shown around a match. */
    context: z.number().int().min(0).max(5).default(1),
    /** Matches, or entries where no text was asked for. */
    limit: z.number().int().min(1).max(SEARCH_FOUND_MAX).default(1000),
  }),
  reply: z.unknown(),
  event: SearchEvent,
});

const Replacement = z.object({
  text: z.string().min(1).max(SEARCH_TEXT_MAX),
  regex: z.boolean().default(false),
  matchCase: z.boolean().default(false),
  wholeWord: z.boolean().default(false),
  /** With `regex`: `$1` is the first group, `$$` a dollar sign. */
  replacement: z.string().max(REPLACEMENT_MAX),
});

/** A line before and after; absent where a line only goes or only comes. */
const ChangedLine = z.object({ line: z.number().int(), before: z.string(), after: z.string() });

export const previewReplace = defineCall({
  ...fileVerb,
  path: '/fs/replace/preview',
  summary: 'What a replacement would change in the files named, line by line; changes nothing',
  effect: 'read',
  body: Replacement.extend({ paths: z.array(SitePath).min(1).max(REPLACE_FILES_MAX) }),
  reply: z.object({
    files: z.array(
      z.object({
        path: z.string(),
        version: FileVersionMark,
        changes: z.number(),
        /** The first 200; fewer where all files together have very many. */
        lines: z.array(ChangedLine),
      }),
    ),
    failed: z.array(z.object({ path: z.string(), fault: FileFault })),
  }),
});

export const replaceInFiles = defineCall({
  ...fileVerb,
  path: '/fs/replace',
  summary:
    'Replace in the files named where each still is as previewed; the old content stays among its versions',
  effect: 'change',
  body: Replacement.extend({
    files: z
      .array(z.object({ path: SitePath, version: FileVersionMark }))
      .min(1)
      .max(REPLACE_FILES_MAX),
  }),
  reply: z.object({
    /** `kept`: the version by which the file goes back; absent where the old content could not be kept, or nothing changed. */
    done: z.array(z.object({ path: z.string(), version: FileVersionMark, kept: z.string().optional() })),
    failed: z.array(z.object({ path: z.string(), fault: FileFault })),
  }),
});

/** Lines of the answer of a measurement; the last one has `end`. */
export const MeasureEvent = z.discriminatedUnion('is', [
  /** So far, or in all where `whole`. Bytes as the files' sizes say, not blocks on disk. */
  z.object({
    is: z.literal('size'),
    path: z.string(),
    bytes: z.number(),
    files: z.number(),
    folders: z.number(),
    whole: z.boolean(),
  }),
  z.object({ is: z.literal('end') }),
  z.object({ is: z.literal('failed'), fault: FileFault }),
]);
export type MeasureEvent = z.infer<typeof MeasureEvent>;

export const measureFolders = defineCall({
  ...fileVerb,
  path: '/fs/sizes',
  summary: 'Sizes of folders, counted while the caller listens; answers JSON lines',
  effect: 'read',
  replyForm: 'stream',
  body: z.object({ paths: z.array(SitePath).min(1).max(MEASURE_FOLDERS_MAX) }),
  reply: z.unknown(),
  event: MeasureEvent,
});

/** What the owner set for the file manager of one host. */
const FileSettings = z.object({
  /** Days something stays in the recycle bin; null: until the owner empties it. */
  binDays: z.number().int().min(1).max(365).nullable(),
  /** Folders the owner comes back to, in the owner's order. */
  favourites: z.array(SitePath).max(FAVOURITES_MAX),
});

export const readFileSettings = defineCall({
  ...fileVerb,
  path: '/fs/settings',
  summary: 'How long the recycle bin keeps things, and favourite folders',
  effect: 'read',
  body: z.object({}),
  reply: FileSettings,
});

export const saveFileSettings = defineCall({
  ...fileVerb,
  path: '/fs/settings/save',
  summary: 'Change what is named, leave the rest',
  effect: 'change',
  passesLock: true,
  body: FileSettings.partial(),
  reply: FileSettings,
});
export type FileSettings = z.infer<typeof FileSettings>;
