/**
 * `merge` adds to the existing tables. `replace` swaps the existing tables for the imported ones in one step, after
 * the complete file was read.
 */
export const IMPORT_MODES = ['merge', 'replace'] as const;
export type ImportMode = (typeof IMPORT_MODES)[number];

export const EXPORT_FORMATS = ['sql', 'sql.gz', 'sql.zst'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
