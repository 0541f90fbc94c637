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
 * Which replies a rule applies to. `path`: one path, or every path with a common prefix. `suffix`: files by their
 * suffix. `status`: replies with one of these status codes, on any path.
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

/** One cache rule; the first match wins. */
export const CdnRule = z.object({
  /** Identifies the rule in statistics; reordering rules does not change it. */
  id: z.number().int().min(1).max(999_999),
  match: CdnMatch,
  /** Time in the edge cache, s; 0: not cached; null: follows the headers of the origin. */
  edgeSeconds: Seconds.nullable(),
  /** Time in browser caches, s; null: follows the headers of the origin. */
  browserSeconds: Seconds.nullable().default(null),
  /**
   * Also caches replies that set cookies or are marked `private`, `no-store` or `no-cache`, without their `Set-Cookie`.
   */
  cachesPrivate: z.boolean().default(false),
});
export type CdnRule = z.infer<typeof CdnRule>;

/**
 * Which query parameters are part of the cache key. `all`: each query string is cached separately. `none` and `only`:
 * the other parameters are removed before the request goes to the origin.
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

/** Files that change rarely; everything else follows the headers of the origin. */
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

/** Cookies that common web applications set for signed-in visitors. */
const DEFAULT_COOKIES: readonly string[] = [
  'PHPSESSID',
  'ASP.NET_SessionId',
  'laravel_session',
  'wordpress_logged_in_*',
  'wp-postpass_*',
  'comment_author_*',
];

const haveUniqueIds = (rules: readonly CdnRule[]): boolean =>
  new Set(rules.map(({ id }) => id)).size === rules.length;

/** How the edge cache treats a site. The switch itself belongs to the settings of each domain. */
export const CdnConfig = z.object({
  rules: z
    .array(CdnRule)
    .max(CDN_RULES_MAX)
    .refine(haveUniqueIds)
    .default([...DEFAULT_RULES]),
  query: CdnQuery.default({ is: 'all' }),
  /** Requests with one of these bypass the cache, except for files (not pages) that a `suffix` rule matches. */
  cookies: z
    .array(z.string().regex(CDN_COOKIE_PATTERN))
    .max(CDN_COOKIES_MAX)
    .default([...DEFAULT_COOKIES]),
});
export type CdnConfig = z.infer<typeof CdnConfig>;
