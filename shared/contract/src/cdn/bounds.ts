// Numbers and patterns without schemas, so that pages load no validation code.
/** Cache rules of one host. */
export const CDN_RULES_MAX = 50;
/** Suffixes of one cache rule. */
export const CDN_SUFFIXES_MAX = 40;
/** A file's suffix without its dot, in lower case. */
export const CDN_SUFFIX_PATTERN = /^[a-z0-9]{1,16}$/;
/** Characters of a path in a cache rule. */
export const CDN_PATH_MAX = 200;
/** `/a/b` matches that path only, `/a/*` every path that begins with `/a/`. Percent-decoded. */
export const CDN_PATH_PATTERN = /^\/[^*?#\\"'`;{}$<>|^\s\p{Cc}]*\*?$/u;
/** Status codes that a `status` rule may cache. */
export const CDN_STATUSES = [301, 302, 307, 308, 400, 403, 404, 405, 410, 414, 500, 502, 503, 504] as const;
/** Longest cache time: a year, s. */
export const CDN_SECONDS_MAX = 31_536_000;
/** Parameters in one query policy. */
export const CDN_PARAMETERS_MAX = 20;
/** nginx can only read parameters with these names. */
export const CDN_PARAMETER_PATTERN = /^[A-Za-z0-9_]{1,64}$/;
/** Names in the list of cookies that bypass the cache. */
export const CDN_COOKIES_MAX = 30;
/** Name of a cookie; a `*` at its end stands for anything. */
export const CDN_COOKIE_PATTERN = /^[A-Za-z0-9_.-]{1,64}\*?$/;
/** URLs of one purge or prefetch. */
export const CDN_URLS_MAX = 100;
/** Characters of one URL. */
export const CDN_URL_MAX = 2048;
