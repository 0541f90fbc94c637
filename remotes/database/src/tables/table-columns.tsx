import type { DatabaseTable } from '@sitedeck/contract';
import { Tag, TimeText, useLocaleFormat, useText } from '@sitedeck/ui/core';
import type { ResourceColumn } from '@sitedeck/ui/page';
import { databaseTexts } from '../database-texts';

interface TableColumns {
  /** Bytes of the largest table, which has the full bar. */
  readonly largest: number;
  /** Opens a table in the admin tool; undefined where that is not allowed. */
  readonly open: ((table: string) => void) | undefined;
}

export function useTableColumns({ largest, open }: TableColumns): readonly ResourceColumn<DatabaseTable>[] {
  const text = useText(databaseTexts);
  const format = useLocaleFormat();
  const about = (estimated: boolean, value: string) => (estimated ? text('tables.about', { value }) : value);
  return [
    {
      key: 'name',
      title: text('column.name'),
      card: 'name',
      sortable: true,
      render: ({ name, kind }) => (
        <span className="db-break">
          <TableName name={name} open={open} />{' '}
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
      render: ({ rows, estimated }) =>
        rows === null ? '—' : text('tables.rows', { n: about(estimated, format.number(rows)), count: rows }),
    },
    {
      key: 'size',
      title: text('column.size'),
      card: 'fact',
      align: 'end',
      width: 220,
      sortable: true,
      render: ({ bytes, estimated, kind }) =>
        kind === 'view' ? (
          '—'
        ) : (
          <span className="db-size">
            <span
              className="db-size-bar"
              style={{ width: `${String(largest > 0 ? (bytes / largest) * 80 : 0)}px` }}
              aria-hidden
            />
            {about(estimated, format.bytes(bytes))}
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

function TableName({ name, open }: Pick<TableColumns, 'open'> & { readonly name: string }) {
  const text = useText(databaseTexts);
  if (open === undefined) return <span className="sd-mono">{name}</span>;
  return (
    <button
      type="button"
      className="sd-link-button sd-mono db-table"
      title={text('tables.open')}
      onClick={() => open(name)}
    >
      {name}
    </button>
  );
}
