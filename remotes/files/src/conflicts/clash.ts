import type { FileEntry } from '@sitedeck/contract';

export type Facts = Pick<FileEntry, 'type' | 'size' | 'mtime'>;

/** A taken name: an existing entry, and a new one that would get its name. */
export interface Clash {
  /** Unique among the clashes of one question. */
  readonly key: string;
  readonly name: string;
  readonly now: Facts | undefined;
  readonly coming: Facts | undefined;
  /** The allowed choices; all if absent. */
  readonly choices?: readonly ConflictChoice[];
}

export interface ConflictQuestion {
  readonly clashes: readonly Clash[];
  readonly title: string;
  /** Label of the confirm button. */
  readonly confirm: string;
}

export const CHOICES = ['overwrite', 'skip', 'both'] as const;
export type ConflictChoice = (typeof CHOICES)[number];

/** The choices by clash key. */
export type ConflictChoices = ReadonlyMap<string, ConflictChoice>;

const allows = ({ choices = CHOICES }: Clash, choice: ConflictChoice) => choices.includes(choice);

/** Applies one choice to all clashes; keeps both where it is not allowed. */
export const sameChoiceForAll = (clashes: readonly Clash[], choice: ConflictChoice): ConflictChoices =>
  new Map(clashes.map((clash) => [clash.key, allows(clash, choice) ? choice : 'both']));

/** The keys for which `wanted` was chosen. */
export const keysWithChoice = (choices: ConflictChoices, wanted: ConflictChoice): readonly string[] =>
  [...choices].filter(([, choice]) => choice === wanted).map(([key]) => key);
