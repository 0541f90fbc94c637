/** One difference of settings, in words. Lists and texts have several lines; an absent value means none. */
export interface Change {
  readonly name: string;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

/** Each name once, as the save bar lists what is unsaved. */
export const namesOf = (changes: readonly Change[]): readonly string[] => [
  ...new Set(changes.map(({ name }) => name)),
];
