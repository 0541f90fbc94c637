/** What may be made of bytes that a host's child is handed. */
export const PACKINGS = ['none', 'gzip', 'zstd'] as const;
export type Packing = (typeof PACKINGS)[number];
