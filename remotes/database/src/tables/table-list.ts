import type { DatabaseTable } from '@sitedeck/contract';
import type { PageView } from '../page/use-address';

type TableQuery = Pick<PageView, 'filter' | 'engine' | 'sort' | 'order'>;

const byName = (one: DatabaseTable, other: DatabaseTable): number => (one.name < other.name ? -1 : 1);

/** Unknown values sort as the lowest. */
const sortValue = ({ rows, bytes, updatedAt }: DatabaseTable, sort: TableQuery['sort']): number => {
  if (sort === 'rows') return rows ?? -1;
  if (sort === 'size') return bytes;
  return updatedAt === null ? -1 : Date.parse(updatedAt);
};

/** Filters and sorts the tables. The page has all of them, so no call is needed. */
export function tablesFor(tables: readonly DatabaseTable[], query: TableQuery): readonly DatabaseTable[] {
  const { filter, engine, sort, order } = query;
  const filterText = filter.trim().toLowerCase();
  const direction = order === 'ascend' ? 1 : -1;
  return tables
    .filter((table) => engine === '' || table.engine === engine)
    .filter(({ name }) => name.toLowerCase().includes(filterText))
    .sort((one, other) => {
      if (sort === 'name') return direction * byName(one, other);
      return direction * (sortValue(one, sort) - sortValue(other, sort)) || byName(one, other);
    });
}

/** The storage engines of the tables, without duplicates; views have none. */
export const enginesOf = (tables: readonly DatabaseTable[]): readonly string[] =>
  [...new Set(tables.map(({ engine }) => engine))].filter((engine) => engine !== '').sort();
