import type { Row } from './table';

/** Rows that are measured together. */
export interface Group {
  readonly name: string;
  readonly measure: () => Promise<readonly Row[]>;
  /** Takes so long that it runs on request only. */
  readonly isLong?: true;
}

/** Groups by their names, separated by commas; rejects a name that no group has. Without names, all that are not long. */
export function chosenGroups<T extends Pick<Group, 'name' | 'isLong'>>(
  groups: readonly T[],
  only: string | undefined,
): readonly T[] {
  if (only === undefined) return groups.filter(({ isLong }) => isLong !== true);
  const names = only.split(',').map((name) => name.trim());
  const known = groups.map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new Error(`Unknown in --only: ${unknown.join(', ')}. Known: ${known.join(', ')}`);
  return groups.filter(({ name }) => names.includes(name));
}
