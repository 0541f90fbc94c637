/** One difference of settings, in words. Lists and texts have several lines; an absent value means none. */
export interface Change {
  readonly name: string;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

/** `a、b、c`, as the save bar names what is unsaved. */
export const namesOf = (changes: readonly Change[], between: string): string =>
  [...new Set(changes.map(({ name }) => name))].join(between);
