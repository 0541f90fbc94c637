/** Largest message that a site may send, bytes. */
export const MESSAGE_BYTES = 25 * 1024 ** 2;
