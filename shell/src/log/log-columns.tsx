import type { LogRecord } from '@sitedeck/contract';
import { formatTime, useLocale } from '@sitedeck/sdk';
import { Tag, useText } from '@sitedeck/ui/core';
import type { ResourceColumn } from '@sitedeck/ui/page';
import { logTexts } from './log-texts';
import { ResultTag } from './ResultTag';
import { roleLabel } from './role-label';
import { useObjectText } from './use-object-text';

/** The button of a row, to which the focus returns. */
export const rowId = (id: number): string => `sh-log-${id}`;

interface ColumnProps {
  readonly open: (record: LogRecord) => void;
  readonly marked: ReadonlySet<number>;
}

export function useLogColumns({ open, marked }: ColumnProps): readonly ResourceColumn<LogRecord>[] {
  const text = useText(logTexts);
  const locale = useLocale();
  const objectWords = useObjectText();
  return [
    {
      key: 'at',
      title: text('column.at'),
      card: 'fact',
      width: 196,
      render: ({ id, at }) => (
        <span className="sd-row">
          <time dateTime={at}>{formatTime(at)}</time>
          {marked.has(id) && <Tag tone="primary">{text('new')}</Tag>}
        </span>
      ),
    },
    {
      key: 'operator',
      title: text('column.operator'),
      card: 'fact',
      width: 128,
      render: ({ operator }) => operator || '—',
    },
    { key: 'role', title: text('column.role'), width: 112, render: ({ role }) => roleLabel(role, locale) },
    { key: 'address', title: text('column.address'), width: 136, render: ({ address }) => address || '—' },
    {
      key: 'what',
      title: text('column.what'),
      card: 'name',
      width: 160,
      render: (record) => (
        <button
          type="button"
          id={rowId(record.id)}
          className="sd-link-button sh-log-open"
          aria-haspopup="dialog"
          onClick={() => open(record)}
        >
          {record.what}
        </button>
      ),
    },
    {
      key: 'object',
      title: text('column.object'),
      card: 'name',
      render: ({ object }) => <span className="sh-log-object">{objectWords(object) || '—'}</span>,
    },
    {
      key: 'result',
      title: text('column.result'),
      card: 'status',
      width: 104,
      render: ({ result }) => <ResultTag result={result} />,
    },
  ];
}
