import type { FileEntry } from '@sitedeck/contract';

export type Facts = Pick<FileEntry, 'type' | 'size' | 'mtime'>;

/** A name that is taken where something is to come. */
export interface Clash {
  /** Unique in its question. */
  readonly key: string;
  readonly name: string;
  readonly now: Facts | undefined;
  readonly coming: Facts | undefined;
  /** Absent: all of them. */
  readonly choices?: readonly Choice[];
}

export interface Question {
  readonly clashes: readonly Clash[];
  readonly title: string;
  /** What goes on once all is chosen: a verb. */
  readonly confirm: string;
}

export const CHOICES = ['overwrite', 'skip', 'both'] as const;
export type Choice = (typeof CHOICES)[number];

/** What was chosen, by the key of the clash. */
export type Choices = ReadonlyMap<string, Choice>;

const allows = ({ choices = CHOICES }: Clash, choice: Choice) => choices.includes(choice);

/** One choice for all; keeping both where it can't be. */
export const allAs = (clashes: readonly Clash[], choice: Choice): Choices =>
  new Map(clashes.map((clash) => [clash.key, allows(clash, choice) ? choice : 'both']));

/** The keys for which `wanted` was chosen. */
export const chosenAs = (choices: Choices, wanted: Choice): readonly string[] =>
  [...choices].filter(([, choice]) => choice === wanted).map(([key]) => key);
