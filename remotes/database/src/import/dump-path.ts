const ENDING = /\.(?:sql|sql\.gz|sql\.zst|gz|zst|zip)$/i;

/** Judges by the extension; checking the file shows the content. */
export const isDump = (name: string): boolean => ENDING.test(name);
