import { keptDrafts, type Draft } from '@sitedeck/sdk';

const PREFIX = 'files.edit:';

export const draftName = (path: string): string => PREFIX + path;

/** The file whose text was typed and not saved when the last session ended. */
export const unsavedPath = (): string | undefined => keptDrafts(PREFIX)[0]?.slice(PREFIX.length);

type Typed = (() => string) | undefined;

/** What is typed and not saved, with the version of the file it began from. */
export const unsaved = (typed: Typed, saved: Typed, version: string | undefined): Draft | undefined =>
  typed && typed !== saved ? { text: typed(), about: version ?? '' } : undefined;
