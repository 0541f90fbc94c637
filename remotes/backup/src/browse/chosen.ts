/** Paths that were chosen. What is chosen brings all below it along, so that nothing below it is named as well. */
export type Chosen = ReadonlySet<string>;

export const NOTHING_CHOSEN: Chosen = new Set();

const isBelow = (path: string, folder: string): boolean =>
  path.startsWith(folder === '/' ? '/' : `${folder}/`) && path !== folder;

/** A folder above it is chosen. */
export const comesAlong = (chosen: Chosen, path: string): boolean =>
  [...chosen].some((folder) => isBelow(path, folder));

export function choose(chosen: Chosen, path: string, on: boolean): Chosen {
  const rest = [...chosen].filter((one) => one !== path && !isBelow(one, path));
  return new Set(on ? [...rest, path] : rest);
}
