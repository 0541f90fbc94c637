/** A short id such as 7F3A2C that is logged with a report, so that support can find it. */
export const makeReference = (): string =>
  [...crypto.getRandomValues(new Uint8Array(3))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase();
