/**
 * `merge` adds to the existing tables. `replace` swaps the existing tables for the imported ones in one step, after
 * the complete file was read.
 */
export const IMPORT_MODES = ['merge', 'replace'] as const;
export type ImportMode = (typeof IMPORT_MODES)[number];

export const EXPORT_FORMATS = ['sql', 'sql.gz', 'sql.zst'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Characters of a table's name (MariaDB). */
export const TABLE_NAME_MAX = 64;
/** Tables that one call names. */
export const TABLES_MAX = 1000;
/** Characters of a text to replace: a shorter one would be found everywhere. */
export const REPLACED_TEXT_MIN = 3;
export const REPLACED_TEXT_MAX = 1000;
/** Days for which the copy taken before a task is kept. */
export const SAFETY_COPY_DAYS = 7;
