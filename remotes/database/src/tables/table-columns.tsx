import type { DatabaseTable } from '@sitedeck/contract';
import { Tag, TimeText, useLocaleFormat, useText } from '@sitedeck/ui/core';
import type { ResourceColumn } from '@sitedeck/ui/page';
import { databaseTexts } from '../database-texts';

/** @param largest bytes of the largest table, which has the full bar */
export function useTableColumns(largest: number): readonly ResourceColumn<DatabaseTable>[] {
  const text = useText(databaseTexts);
  const format = useLocaleFormat();
  return [
    {
      key: 'name',
      title: text('column.name'),
      card: 'name',
      sortable: true,
      render: ({ name, kind }) => (
        <span className="db-break">
          <span className="sd-mono">{name}</span>{' '}
          {kind === 'view' && <Tag tone="neutral">{text('tables.view')}</Tag>}
        </span>
      ),
    },
    { key: 'engine', title: text('column.engine'), width: 120, render: ({ engine }) => engine || '—' },
    {
      key: 'rows',
      title: text('column.rows'),
      card: 'fact',
      align: 'end',
      width: 140,
      sortable: true,
      render: ({ rows }) =>
        rows === null ? '—' : text('tables.rows', { n: format.number(rows), count: rows }),
    },
    {
      key: 'size',
      title: text('column.size'),
      card: 'fact',
      align: 'end',
      width: 220,
      sortable: true,
      render: ({ bytes, kind }) =>
        kind === 'view' ? (
          '—'
        ) : (
          <span className="db-size">
            <span
              className="db-size-bar"
              style={{ width: `${String(largest > 0 ? (bytes / largest) * 80 : 0)}px` }}
              aria-hidden
            />
            {format.bytes(bytes)}
          </span>
        ),
    },
    {
      key: 'updated',
      title: text('column.updated'),
      width: 160,
      sortable: true,
      render: ({ updatedAt }) => <TimeText at={updatedAt} />,
    },
  ];
}
