import { SearchOutlined } from '@ant-design/icons';
import { useText } from '@sitedeck/ui/core';
import { Input, Select } from '@sitedeck/ui/page';
import { useState } from 'react';
import type { MimeRow } from './MimeDialog';
import { mimeTexts } from './mime-texts';

type From = MimeRow['from'] | 'all';

/** Filters and pages the types in the browser, the site's own first, then by name. */
export function useMimeFilter(types: readonly MimeRow[]) {
  const [search, setSearch] = useState('');
  const [from, setFrom] = useState<From>('all');
  const [{ page, size }, setPaging] = useState({ page: 1, size: 20 });
  const filterText = search.trim().toLowerCase().replace(/^\./, '');
  const found = types
    .filter((type) => from === 'all' || type.from === from)
    .filter(({ extension, mimeType }) => `${extension} ${mimeType}`.toLowerCase().includes(filterText))
    .sort(
      (a, b) => Number(b.from === 'site') - Number(a.from === 'site') || (a.extension < b.extension ? -1 : 1),
    );
  const first = () => setPaging({ page: 1, size });
  return {
    rows: found.slice((page - 1) * size, page * size),
    total: found.length,
    search,
    from,
    isFiltered: filterText !== '' || from !== 'all',
    searchFor: (next: string) => (setSearch(next), first()),
    only: (next: From) => (setFrom(next), first()),
    clear: () => (setSearch(''), setFrom('all'), first()),
    paging: {
      page,
      size,
      onChange: (next: number, many: number) => setPaging({ page: many === size ? next : 1, size: many }),
    },
  };
}

type FilterProps = Pick<ReturnType<typeof useMimeFilter>, 'search' | 'from' | 'searchFor' | 'only'>;

export function MimeFilter({ search, from, searchFor, only }: FilterProps) {
  const text = useText(mimeTexts);
  return (
    <>
      <Input
        className="he-search"
        value={search}
        onChange={(event) => searchFor(event.target.value)}
        prefix={<SearchOutlined aria-hidden />}
        placeholder={text('search')}
        aria-label={text('search')}
        allowClear
      />
      <Select<From>
        aria-label={text('from.label')}
        value={from}
        onChange={only}
        options={(['all', 'site', 'server'] as const).map((value) => ({
          value,
          label: text(`from.${value}`),
        }))}
        popupMatchSelectWidth={false}
      />
    </>
  );
}
