import type { DatabaseTable } from '@sitedeck/contract';
import type { Place } from '../page/use-address';

type Wish = Pick<Place, 'filter' | 'engine' | 'sort' | 'order'>;

const byName = (one: DatabaseTable, other: DatabaseTable): number => (one.name < other.name ? -1 : 1);

/** What is unknown comes last either way. */
const figureOf = ({ rows, bytes, updatedAt }: DatabaseTable, sort: Wish['sort']): number => {
  if (sort === 'rows') return rows ?? -1;
  if (sort === 'size') return bytes;
  return updatedAt === null ? -1 : Date.parse(updatedAt);
};

/** Tables as they are wished for: all of them are here, so the page itself finds and sorts. */
export function tablesFor(tables: readonly DatabaseTable[], wish: Wish): readonly DatabaseTable[] {
  const { filter, engine, sort, order } = wish;
  const wanted = filter.trim().toLowerCase();
  const turn = order === 'ascend' ? 1 : -1;
  return tables
    .filter((table) => engine === '' || table.engine === engine)
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .sort((one, other) => {
      if (sort === 'name') return turn * byName(one, other);
      return turn * (figureOf(one, sort) - figureOf(other, sort)) || byName(one, other);
    });
}

/** Engines of the tables, each once; a view has none. */
export const enginesOf = (tables: readonly DatabaseTable[]): readonly string[] =>
  [...new Set(tables.map(({ engine }) => engine))].filter((engine) => engine !== '').sort();
