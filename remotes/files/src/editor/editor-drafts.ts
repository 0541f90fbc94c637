import { keptDrafts } from '@sitedeck/sdk';

const PREFIX = 'files.edit:';

export const draftName = (path: string): string => PREFIX + path;

/** Files whose text was typed and not saved when the page was last left. */
export const unsavedPaths = (): readonly string[] =>
  keptDrafts(PREFIX).map((name) => name.slice(PREFIX.length));
