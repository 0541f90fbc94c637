/** As in 7F3A2C: the server's log of what pages told holds it. */
export const makeReference = (): string =>
  [...crypto.getRandomValues(new Uint8Array(3))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase();
