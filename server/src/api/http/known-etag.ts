/**
 * Whether a browser already has what this tag names. The front door marks the tag of what it has compressed as weak
 * (`W/"…"`), and the browser gives that back: compared as RFC 9110, 13.1.2 has it.
 * @param asked `If-None-Match`
 */
export function isKnownEtag(asked: string | undefined, etag: string): boolean {
  if (asked === undefined || asked === etag) return asked === etag;
  return asked.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
