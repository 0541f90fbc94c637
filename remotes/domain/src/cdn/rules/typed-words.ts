/** Reads words that are separated by blanks or commas; each once. */
export const typedWords = (typed: string): readonly string[] => [
  ...new Set(typed.split(/[\s,，;；、]+/).filter((word) => word !== '')),
];
