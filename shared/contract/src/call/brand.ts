import { z } from 'zod';

/** Code of a virtual host, for example `vh10001`. */
export const HostCode = z
  .string()
  .regex(/^[a-z][a-z0-9]{2,31}$/)
  .brand<'HostCode'>();
export type HostCode = z.infer<typeof HostCode>;

/** Name of a virtual host, which is also its FTP account name. */
export const HostName = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{1,63}$/)
  .brand<'HostName'>();
export type HostName = z.infer<typeof HostName>;

export const AccountCode = z
  .string()
  .regex(/^ac[0-9]{1,12}$/)
  .brand<'AccountCode'>();
export type AccountCode = z.infer<typeof AccountCode>;

/** PATH_MAX of Linux, bytes. */
const PATH_MAX_BYTES = 4096;
/** NAME_MAX of Linux, bytes. */
export const FILE_NAME_MAX_BYTES = 255;

const bytes = (text: string) => new TextEncoder().encode(text).length;

function isSitePath(path: string): boolean {
  if (!path.startsWith('/') || path.includes('\0') || bytes(path) > PATH_MAX_BYTES) return false;
  return path.split('/').every((part) => part !== '..' && part !== '.' && bytes(part) <= FILE_NAME_MAX_BYTES);
}

/** Folds repeated and trailing slashes: `/a//b/` is `/a/b`. */
function foldSlashes(path: string): string {
  const folded = path.replace(/\/{2,}/g, '/');
  return folded.length > 1 && folded.endsWith('/') ? folded.slice(0, -1) : folded;
}

/**
 * Absolute path inside a host: `/` is its root, `/wwwroot` is served. No `.` or `..` component, no NUL. Names are not
 * decoded a second time.
 */
export const SitePath = z.string().refine(isSitePath, 'path').transform(foldSlashes).brand<'SitePath'>();
export type SitePath = z.infer<typeof SitePath>;

/** The path that `SitePath` would read, or undefined. For pages, where schemas don't run. */
export const readSitePath = (text: string): SitePath | undefined =>
  isSitePath(text) ? (foldSlashes(text) as SitePath) : undefined;

/**
 * Domain name: labels of letters, digits, hyphen or Chinese characters up to 63, no hyphen at either end, a
 * top-level part of at least two letters or Chinese characters.
 */
export const DOMAIN_PATTERN =
  /^(?:(?!-)[A-Za-z0-9\u4e00-\u9fa5-]{1,63}(?<!-)\.)+(?:[A-Za-z\u4e00-\u9fa5]{2,63}|xn--[A-Za-z0-9-]{1,59})$/;
/** Characters of a domain name (RFC 1035). */
export const DOMAIN_MAX = 253;
export const DomainName = z
  .string()
  .max(DOMAIN_MAX)
  .regex(DOMAIN_PATTERN)
  .transform((name) => name.toLowerCase())
  .brand<'DomainName'>();
export type DomainName = z.infer<typeof DomainName>;

/** `on` or `off`, in a path or a body. */
export const Switch = z.enum(['on', 'off']);
