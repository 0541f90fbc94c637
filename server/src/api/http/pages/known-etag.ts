/**
 * Whether the browser already has the content with this tag. The front door marks the tags of compressed
 * replies as weak (`W/"…"`), and the browser returns them so; RFC 9110, 13.1.2 compares them without the
 * mark.
 * @param requestedEtags `If-None-Match`
 */
export function isKnownEtag(requestedEtags: string | undefined, etag: string): boolean {
  if (requestedEtags === undefined || requestedEtags === etag) return requestedEtags === etag;
  return requestedEtags.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
