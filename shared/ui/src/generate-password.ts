/** Without characters that look alike. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LENGTH = 20;

/** About 115 bits, evenly distributed. */
export function generatePassword(): string {
  const fair = 256 - (256 % LETTERS.length);
  let made = '';
  while (made.length < LENGTH) {
    for (const byte of crypto.getRandomValues(new Uint8Array(LENGTH)))
      if (byte < fair && made.length < LENGTH) made += LETTERS.charAt(byte % LETTERS.length);
  }
  return made;
}
