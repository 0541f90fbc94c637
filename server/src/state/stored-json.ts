/** PostgreSQL's texts hold neither a NUL nor half a character; names on a disk and in a stranger's archive do. */
const storable = (text: string): string => Buffer.from(text.replaceAll('\0', '\uFFFD')).toString();

/** JSON for a `jsonb` column, whatever its texts hold. */
export const storedJson = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) => (typeof part === 'string' ? storable(part) : part));
