import { keptDrafts } from '@sitedeck/sdk';

const PREFIX = 'files.edit:';

export const draftName = (path: string): string => PREFIX + path;

/** Files with unsaved text from an earlier visit. */
export const unsavedPaths = (): readonly string[] =>
  keptDrafts(PREFIX).map((name) => name.slice(PREFIX.length));
