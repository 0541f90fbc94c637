/** Free disk space that must remain for other processes, bytes. */
export const SPARE_BYTES = 64 * 1024 * 1024;
