import { z } from 'zod';
import { SitePath } from '../call/brand';
import { defineCall } from '../call/call';
import { FileFault, FileVersionMark, fileVerb, FoundEntry } from './entry';
import {
  FAVOURITES_MAX,
  MEASURE_FOLDERS_MAX,
  NAME_FILTER_MAX,
  REPLACEMENT_MAX,
  REPLACE_FILES_MAX,
  SEARCH_FOUND_MAX,
  SEARCH_TEXT_MAX,
} from './bounds';

/** What to search for below a folder; at least one of `name`, `text`, `changedAfter`. */
export const FileQuery = z.object({
  path: SitePath,
  /** Part of a name, or a pattern with `*` and `?`; case-insensitive. */
  name: z.string().max(NAME_FILTER_MAX).optional(),
  /** Text in a file's content. */
  text: z.string().min(1).max(SEARCH_TEXT_MAX).optional(),
  /** Whether `text` is a regular expression (ripgrep syntax). */
  regex: z.boolean().default(false),
  matchCase: z.boolean().default(false),
  wholeWord: z.boolean().default(false),
  /**
   * `include`: only files whose name matches one of these patterns, such as `*.php`. `exclude`: skips files and
   * folders whose name matches.
   */
  include: z.array(z.string().min(1).max(255)).max(20).default([]),
  exclude: z.array(z.string().min(1).max(255)).max(20).default([]),
  /** Changed at or after this time, milliseconds since 1970, UTC; excludes folders. */
  changedAfter: z.number().int().min(0).optional(),
});
export type FileQuery = z.infer<typeof FileQuery>;

/** One match. `before` and `after` are complete lines; long lines are cut around the match. */
export const TextMatch = z.object({
  /** Counted from 1. */
  line: z.number().int(),
  text: z.string(),
  /** Half-open ranges of UTF-16 units in `text`. */
  ranges: z.array(z.tuple([z.number().int(), z.number().int()])),
  before: z.array(z.string()),
  after: z.array(z.string()),
});
export type TextMatch = z.infer<typeof TextMatch>;

/** Lines of a search's reply, each a JSON object; the last one is `end` or `failed`, otherwise the reply was cut. */
export const SearchEvent = z.discriminatedUnion('is', [
  z.object({
    is: z.literal('found'),
    entry: FoundEntry,
    /** Matches in the content, if `text` was given. */
    matches: z.array(TextMatch).optional(),
    /** The content that the matches belong to: a replacement sends it back. */
    version: FileVersionMark.optional(),
    /** The file holds more matches than are listed. */
    more: z.literal(true).optional(),
  }),
  z.object({ is: z.literal('progress'), files: z.number(), bytes: z.number(), current: z.string() }),
  z.object({
    is: z.literal('end'),
    files: z.number(),
    matches: z.number(),
    /** There are more results than `limit`. */
    more: z.boolean(),
    /**
     * Files that were not searched: not text (of these, those that hold it, if ripgrep is installed), larger than
     * `CAT_LIMIT_BYTES`, or unreadable for the host.
     */
    skipped: z.object({ binary: z.number(), large: z.number(), unreadable: z.number() }),
  }),
  z.object({ is: z.literal('failed'), fault: FileFault }),
]);
export type SearchEvent = z.infer<typeof SearchEvent>;

export const searchFiles = defineCall({
  ...fileVerb,
  path: '/fs/search',
  summary:
    'Search by name, content or time of change; sends matches as JSON lines, and ends with the request',
  effect: 'read',
  replyForm: 'stream',
  body: FileQuery.extend({
    /** Number of lines shown before and after a match. */
    context: z.number().int().min(0).max(5).default(1),
    /** Maximum number of matches, or of entries if no text was given. */
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
  /** With `regex`, `$1` is the first group and `$$` a dollar sign. */
  replacement: z.string().max(REPLACEMENT_MAX),
});

/** A line before and after the change; absent if the line is only removed or only added. */
const ChangedLine = z.object({ line: z.number().int(), before: z.string(), after: z.string() });

export const previewReplace = defineCall({
  ...fileVerb,
  path: '/fs/replace/preview',
  summary: 'Preview a replacement in the named files, line by line',
  effect: 'read',
  body: Replacement.extend({ paths: z.array(SitePath).min(1).max(REPLACE_FILES_MAX) }),
  reply: z.object({
    files: z.array(
      z.object({
        path: z.string(),
        version: FileVersionMark,
        changes: z.number(),
        /** The first 200; fewer if all files together have very many. */
        lines: z.array(ChangedLine),
      }),
    ),
    failed: z.array(z.object({ path: z.string(), fault: FileFault })),
  }),
});

export const replaceInFiles = defineCall({
  ...fileVerb,
  path: '/fs/replace',
  summary: 'Replace in the named files if they still match the preview; the old content is kept as a version',
  effect: 'change',
  body: Replacement.extend({
    files: z
      .array(z.object({ path: SitePath, version: FileVersionMark }))
      .min(1)
      .max(REPLACE_FILES_MAX),
  }),
  reply: z.object({
    /** `kept`: the version that restores the old content; absent if it could not be stored or nothing changed. */
    done: z.array(z.object({ path: z.string(), version: FileVersionMark, kept: z.string().optional() })),
    failed: z.array(z.object({ path: z.string(), fault: FileFault })),
  }),
});

/** Lines of a measurement's reply; the last one has `end`. */
export const MeasureEvent = z.discriminatedUnion('is', [
  /** Sums so far, or final if `complete`. Bytes are file sizes, not blocks on disk. */
  z.object({
    is: z.literal('size'),
    path: z.string(),
    bytes: z.number(),
    files: z.number(),
    folders: z.number(),
    complete: z.boolean(),
  }),
  z.object({ is: z.literal('end') }),
  z.object({ is: z.literal('failed'), fault: FileFault }),
]);
export type MeasureEvent = z.infer<typeof MeasureEvent>;

export const measureFolders = defineCall({
  ...fileVerb,
  path: '/fs/sizes',
  summary: 'Sizes of folders, sent as JSON lines while they are calculated',
  effect: 'read',
  replyForm: 'stream',
  body: z.object({ paths: z.array(SitePath).min(1).max(MEASURE_FOLDERS_MAX) }),
  reply: z.unknown(),
  event: MeasureEvent,
});

/** The owner's file manager settings for one host. */
const FileSettings = z.object({
  /** Days that an entry stays in the recycle bin; null: until the owner empties it. */
  binDays: z.number().int().min(1).max(365).nullable(),
  /** Favourite folders, in the owner's order. */
  favourites: z.array(SitePath).max(FAVOURITES_MAX),
});

export const readFileSettings = defineCall({
  ...fileVerb,
  path: '/fs/settings',
  summary: 'Retention of the recycle bin, and favorite folders',
  effect: 'read',
  body: z.object({}),
  reply: FileSettings,
});

export const saveFileSettings = defineCall({
  ...fileVerb,
  path: '/fs/settings/save',
  summary: 'Change the given settings; others are unchanged',
  effect: 'change',
  passesLock: true,
  body: FileSettings.partial(),
  reply: FileSettings,
});
export type FileSettings = z.infer<typeof FileSettings>;
