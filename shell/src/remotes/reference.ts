/** A short id such as 7F3A2C, by which the server's log holds a report. */
export const makeReference = (): string =>
  [...crypto.getRandomValues(new Uint8Array(3))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase();
