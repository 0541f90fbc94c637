import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout. */
export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** @param {string[]} parts */
export const at = (...parts) => join(ROOT, ...parts);

/** Kept between runs; may be deleted at any time. */
export const CACHE = at('.cache');
