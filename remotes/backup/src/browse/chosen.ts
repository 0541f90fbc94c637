/** Chosen paths. A chosen folder includes everything below it, so no path below it is in the set. */
export type ChosenPaths = ReadonlySet<string>;

export const NOTHING_CHOSEN: ChosenPaths = new Set();

const isBelow = (path: string, folder: string): boolean =>
  path.startsWith(folder === '/' ? '/' : `${folder}/`) && path !== folder;

/** Whether a folder above the path is chosen. */
export const isBelowChosenFolder = (chosen: ChosenPaths, path: string): boolean =>
  [...chosen].some((folder) => isBelow(path, folder));

export function withChoice(chosen: ChosenPaths, path: string, on: boolean): ChosenPaths {
  const rest = [...chosen].filter((one) => one !== path && !isBelow(one, path));
  return new Set(on ? [...rest, path] : rest);
}
