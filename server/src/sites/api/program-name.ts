/** What owners know by another name than the kernel does. */
const KNOWN: readonly (readonly [RegExp, string])[] = [
  [/^php(-fpm|-cgi)?[\d.]*$/, 'PHP'],
  [/^mono/, '.NET'],
];

/** @param name of a process, as the kernel has it: 15 bytes at most, and the program may choose it */
export const programName = (name: string): string =>
  KNOWN.find(([pattern]) => pattern.test(name))?.[1] ?? name;
