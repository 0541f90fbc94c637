// Numbers and patterns without schemas, so that pages load no validation code.
/** Cache rules of one host. */
export const CDN_RULES_MAX = 50;
/** Suffixes of one cache rule. */
export const CDN_SUFFIXES_MAX = 40;
/** A file's suffix without its dot, in lower case. */
export const CDN_SUFFIX_PATTERN = /^[a-z0-9]{1,16}$/;
/** Characters of a path in a cache rule. */
export const CDN_PATH_MAX = 200;
/** `/a/b` is that path alone, `/a/*` every path that begins with `/a/`. Decoded, as visitors read it. */
export const CDN_PATH_PATTERN = /^\/[^*?#\\"'`;{}$<>|^\s\p{Cc}]*\*?$/u;
/** Statuses whose replies a rule may cache, besides the successful ones. */
export const CDN_STATUSES = [301, 302, 307, 308, 400, 403, 404, 405, 410, 414, 500, 502, 503, 504] as const;
/** Longest time in a cache, s: a year. */
export const CDN_SECONDS_MAX = 31_536_000;
/** Parameters that a query policy names. */
export const CDN_PARAMETERS_MAX = 20;
/** nginx can only read parameters with these names. */
export const CDN_PARAMETER_PATTERN = /^[A-Za-z0-9_]{1,64}$/;
/** Cookies that make a request bypass the cache. */
export const CDN_COOKIES_MAX = 30;
/** Name of a cookie; a `*` at its end stands for anything. */
export const CDN_COOKIE_PATTERN = /^[A-Za-z0-9_.-]{1,64}\*?$/;
/** Addresses of one purge or prefetch. */
export const CDN_URLS_MAX = 100;
/** Characters of an address. */
export const CDN_URL_MAX = 2048;
