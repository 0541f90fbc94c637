import { z } from 'zod';
import {
  CDN_COOKIE_PATTERN,
  CDN_COOKIES_MAX,
  CDN_PARAMETER_PATTERN,
  CDN_PARAMETERS_MAX,
  CDN_PATH_MAX,
  CDN_PATH_PATTERN,
  CDN_RULES_MAX,
  CDN_SECONDS_MAX,
  CDN_STATUSES,
  CDN_SUFFIX_PATTERN,
  CDN_SUFFIXES_MAX,
} from './bounds';

/**
 * Which replies a rule is for. `path`: one path, or all that begin alike. `suffix`: files by their suffix. `status`:
 * replies with one of these statuses, whatever their path.
 */
export const CdnMatch = z.discriminatedUnion('is', [
  z.object({ is: z.literal('path'), path: z.string().max(CDN_PATH_MAX).regex(CDN_PATH_PATTERN) }),
  z.object({
    is: z.literal('suffix'),
    suffixes: z.array(z.string().regex(CDN_SUFFIX_PATTERN)).min(1).max(CDN_SUFFIXES_MAX),
  }),
  z.object({ is: z.literal('status'), statuses: z.array(z.literal(CDN_STATUSES)).min(1) }),
]);
export type CdnMatch = z.infer<typeof CdnMatch>;

const Seconds = z.number().int().min(0).max(CDN_SECONDS_MAX);

/** One cache rule; the first that matches wins. */
export const CdnRule = z.object({
  /** Names the rule in statistics; stays the same when rules are moved. */
  id: z.number().int().min(1).max(999_999),
  match: CdnMatch,
  /** Time in the edge cache, s; 0: not cached; null: as the site's own headers say. */
  edgeSeconds: Seconds.nullable(),
  /** Time in browsers, s; null: as the site's own headers say. */
  browserSeconds: Seconds.nullable().default(null),
  /**
   * Also caches replies that set cookies or are marked `private`, `no-store` or `no-cache`. Their cookies are removed.
   */
  cachesPrivate: z.boolean().default(false),
});
export type CdnRule = z.infer<typeof CdnRule>;

/**
 * Which parameters of an address count. `all`: another query string is another page. `none` and `only`: the site gets
 * no other parameters.
 */
export const CdnQuery = z.discriminatedUnion('is', [
  z.object({ is: z.literal('all') }),
  z.object({ is: z.literal('none') }),
  z.object({
    is: z.literal('only'),
    names: z.array(z.string().regex(CDN_PARAMETER_PATTERN)).min(1).max(CDN_PARAMETERS_MAX),
  }),
]);
export type CdnQuery = z.infer<typeof CdnQuery>;

/** Files that change rarely; other pages follow the site's own headers. */
const DEFAULT_RULES: readonly CdnRule[] = [
  {
    id: 1,
    match: { is: 'suffix', suffixes: ['css', 'js', 'mjs', 'woff', 'woff2', 'ttf', 'otf'] },
    edgeSeconds: 86_400,
    browserSeconds: null,
    cachesPrivate: false,
  },
  {
    id: 2,
    match: {
      is: 'suffix',
      suffixes: [
        'jpg',
        'jpeg',
        'png',
        'gif',
        'webp',
        'avif',
        'svg',
        'ico',
        'mp3',
        'mp4',
        'webm',
        'pdf',
        'zip',
      ],
    },
    edgeSeconds: 604_800,
    browserSeconds: null,
    cachesPrivate: false,
  },
];

/** Cookies by which usual programs know signed-in visitors. */
const DEFAULT_COOKIES: readonly string[] = [
  'PHPSESSID',
  'ASP.NET_SessionId',
  'laravel_session',
  'wordpress_logged_in_*',
  'wp-postpass_*',
  'comment_author_*',
];

const ids = (rules: readonly CdnRule[]): number => new Set(rules.map(({ id }) => id)).size;

/** How the edge cache treats a site. Its switch is part of each domain's settings. */
export const CdnConfig = z.object({
  rules: z
    .array(CdnRule)
    .max(CDN_RULES_MAX)
    .refine((rules) => ids(rules) === rules.length)
    .default([...DEFAULT_RULES]),
  query: CdnQuery.default({ is: 'all' }),
  /** A request with one of these bypasses the cache, except for files (not pages) that a `suffix` rule names. */
  cookies: z
    .array(z.string().regex(CDN_COOKIE_PATTERN))
    .max(CDN_COOKIES_MAX)
    .default([...DEFAULT_COOKIES]),
});
export type CdnConfig = z.infer<typeof CdnConfig>;
