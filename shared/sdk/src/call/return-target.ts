const RETURN_PREFIX = '#?r=';

/** Control characters and backslash: browsers drop or convert them, so that `/\evil.com` would leave the site. */
// oxlint-disable-next-line no-control-regex -- that is the point
const UNSAFE = /[\u0000-\u001f\u007f\\]/;

/** Only a path of this site: one leading slash. Never the sign-in page itself. */
function isSafe(target: string): boolean {
  return /^\/(?!\/)/.test(target) && !UNSAFE.test(target) && !/^\/login(?:[/?#]|$)/.test(target);
}

/** Where sign-in leads, from `location.hash` as in `#?r=%2FfileManage`; `/` when it is absent or not a safe path. */
export function returnTarget(hash: string): string {
  if (!hash.startsWith(RETURN_PREFIX)) return '/';
  try {
    const target = decodeURIComponent(hash.slice(RETURN_PREFIX.length));
    return isSafe(target) ? target : '/';
  } catch {
    return '/';
  }
}

/** The sign-in page that leads back to the user's current page. */
export function signInAddress({
  pathname,
  search,
  hash,
}: Pick<Location, 'pathname' | 'search' | 'hash'>): string {
  const currentPath = pathname + search + hash;
  return currentPath === '/' ? '/login' : `/login${RETURN_PREFIX}${encodeURIComponent(currentPath)}`;
}
