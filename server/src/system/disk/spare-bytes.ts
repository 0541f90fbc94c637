/** Left on the disk for everybody else, bytes. */
export const SPARE_BYTES = 64 * 1024 * 1024;
