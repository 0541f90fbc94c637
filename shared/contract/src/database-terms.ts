/** `merge`: into what is there. `replace`: what is there goes, in one moment, once all of the file was taken. */
export const IMPORT_MODES = ['merge', 'replace'] as const;
export type ImportMode = (typeof IMPORT_MODES)[number];

export const EXPORT_FORMATS = ['sql', 'sql.gz', 'sql.zst'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
