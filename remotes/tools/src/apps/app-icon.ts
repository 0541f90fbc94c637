/** Behind white letters, each with a contrast of at least 4.5. */
const COLOURS = [
  '#21759b',
  '#7f54b3',
  '#3d6899',
  '#b5541a',
  '#3450a3',
  '#53565c',
  '#0b6e8f',
  '#2d7a4b',
  '#b0246b',
  '#8a5a00',
] as const;

/** The colour of an app: the same wherever it is shown. */
export function iconColour(app: string): string {
  let sum = 7;
  for (const letter of app) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return COLOURS[sum % COLOURS.length] ?? COLOURS[0];
}

/** `Mw` for MediaWiki, `T` for Typecho: the capitals of the first word, at most two. */
export function iconLetters(name: string): string {
  const [first = '?', ...rest] = name.trim().split(/\s/)[0] ?? '';
  const second = rest.find((letter) => /\p{Lu}/u.test(letter));
  if (!/\p{Script=Latin}/u.test(first)) return first;
  return first.toUpperCase() + (second === undefined ? '' : second.toLowerCase());
}
