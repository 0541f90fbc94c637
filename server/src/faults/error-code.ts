/** Code of a system error, as `ENOENT`. Not by class: a test's sandbox and a bundle have an `Error` of their own. */
export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
