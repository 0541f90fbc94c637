import type { FileEntry } from '@sitedeck/contract';
import { fetchEntries } from '../listing/use-listing';

/** Above this number, the entire folder is listed instead of each name. */
const ONE_BY_ONE = 20;
const IN_ORDER = { sort: 'name', order: 'asc' } as const;

/** The existing entries of a folder with these names. Rejects with a fault. */
export async function existingIn(
  path: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, FileEntry>> {
  const wanted = new Set(names);
  const filters = names.length > ONE_BY_ONE ? [''] : names;
  const found = await Promise.all(
    filters.map((filter) => fetchEntries({ path, ...IN_ORDER, filter }, { from: 0, to: Infinity })),
  );
  return new Map(
    found
      .flat()
      .filter(({ name }) => wanted.has(name))
      .map((entry) => [entry.name, entry]),
  );
}
