/** One place in which settings differ, in words. Several lines where it is a list or a text; absent: nothing. */
export interface Change {
  readonly name: string;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

/** `a、b、c`, as the save bar names what is unsaved. */
export const namesOf = (changes: readonly Change[], between: string): string =>
  [...new Set(changes.map(({ name }) => name))].join(between);
