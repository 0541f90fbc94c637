/** Parses words that are separated by blanks or commas; drops duplicates. */
export const typedWords = (typed: string): readonly string[] => [
  ...new Set(typed.split(/[\s,，;；、]+/).filter((word) => word !== '')),
];
