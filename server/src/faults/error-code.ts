/**
 * Code of a system error, such as `ENOENT`. Not recognised by class, since a test's sandbox and a bundle each
 * have their own `Error`.
 */
export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
