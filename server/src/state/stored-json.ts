/**
 * PostgreSQL can store neither NUL nor lone surrogates; file names on a disk and in an archive may contain
 * them.
 */
const storable = (text: string): string => Buffer.from(text.replaceAll('\0', '\uFFFD')).toString();

/** Serializes a value for a `jsonb` column, whatever characters its texts contain. */
export const storedJson = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) => (typeof part === 'string' ? storable(part) : part));
