import type { FileEntry } from '@sitedeck/contract';
import { fetchEntries } from '../listing/use-listing';

/** More names than this are looked up in the whole folder instead of one by one. */
const ONE_BY_ONE = 20;
const IN_ORDER = { sort: 'name', order: 'asc' } as const;

/** What stands under these names in a folder now; rejects with a fault. */
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
