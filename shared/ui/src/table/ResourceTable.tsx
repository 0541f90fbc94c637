import { TASK_PAGE_SIZES } from '@sitedeck/contract';
import Pagination from 'antd/es/pagination';
import Table, { type ColumnsType } from 'antd/es/table';
import { useRef, type Key, type MouseEvent, type ReactNode } from 'react';
import { sharedTexts } from '../i18n/shared-texts';
import { useLocaleFormat } from '../i18n/use-format';
import { useText } from '../i18n/use-text';
import { EmptyState } from '../parts/EmptyState';
import { FaultNotice } from '../parts/FaultNotice';
import { useNarrow } from '../provider/use-narrow';
import type { ResourceColumn, Sorting, Paging, ResourceRows, RowAct, Selection } from './resource-types';
import { ResourceBar } from './ResourceBar';
import { DetailButton } from './DetailButton';
import { ResourceCards } from './ResourceCards';
import { RowActions } from './RowActions';

export interface ResourceTableProps<Row extends object> {
  /** Describes the list to screen readers. */
  readonly label: string;
  readonly rows: ResourceRows<Row>;
  readonly rowKey: (row: Row) => Key;
  /** Name of a row for the labels of its actions. */
  readonly rowName: (row: Row) => string;
  readonly columns: readonly ResourceColumn<Row>[];
  readonly acts?: readonly RowAct<Row>[];
  readonly actsTitle?: string;
  /** Room for the actions of every row, px: without it the columns move when a row has more actions than before. */
  readonly actsWidth?: number;
  /** Number of actions beside a row, two by default; the others are behind `…`. */
  readonly actsBeside?: number;
  /** Search and filters. */
  readonly tools?: ReactNode;
  readonly toolsEnd?: ReactNode;
  readonly paging?: Paging;
  readonly sorting?: {
    readonly now: Sorting | undefined;
    readonly onChange: (next: Sorting | undefined) => void;
  };
  readonly selection?: Selection<Row>;
  /** Shown when nothing exists yet: one sentence and one action. */
  readonly empty: { readonly text: string; readonly action?: ReactNode };
  /** A filter is set, so an empty list means no match; `noMatch` replaces the default words. */
  readonly filter?: { readonly active: boolean; readonly clear: () => void; readonly noMatch?: string };
  readonly retry: () => void;
  readonly dense?: boolean;
  /** Called for a click in a row outside its controls. The row has a button that does the same, for the keyboard. */
  readonly onRow?: (row: Row) => void;
  readonly rowClass?: (row: Row) => string;
  /** More about a row. It opens below the row, by a button. */
  readonly detail?: (row: Row) => ReactNode;
}

/** The list of every page: loading, three empty states, fault, paging, selection, and cards in a narrow container. */
export function ResourceTable<Row extends object>(props: ResourceTableProps<Row>) {
  const element = useRef<HTMLDivElement>(null);
  const narrow = useNarrow(element);
  const { rows, tools, toolsEnd, selection } = props;
  return (
    <div className="sd-resource" ref={element}>
      <ResourceBar
        tools={tools}
        toolsEnd={toolsEnd}
        selection={selection}
        rows={rows}
        rowKey={props.rowKey}
      />
      <Body {...props} narrow={narrow} />
      {rows.is !== 'failed' && <Foot {...props} narrow={narrow} />}
    </div>
  );
}

type BodyProps<Row extends object> = ResourceTableProps<Row> & { readonly narrow: boolean };

function Body<Row extends object>(props: BodyProps<Row>) {
  const text = useText(sharedTexts);
  const { rows, retry, narrow } = props;
  if (rows.is === 'failed') {
    return (
      <div className="sd-resource-fault">
        <FaultNotice what={text('table.failed')} fault={rows.fault} actions={<Retry onClick={retry} />} />
      </div>
    );
  }
  if (rows.is === 'ready' && rows.rows.length === 0) return <Nothing {...props} />;
  const busy = rows.is === 'loading';
  return (
    <div className={busy ? 'sd-resource-dim' : ''} aria-busy={busy}>
      {narrow ? <ResourceCards {...props} rows={rows.rows} /> : <Wide {...props} shown={rows.rows} />}
    </div>
  );
}

function Wide<Row extends object>(props: ResourceTableProps<Row> & { readonly shown: readonly Row[] }) {
  const text = useText(sharedTexts);
  const { shown, rowKey, rowName, columns, sorting, selection, dense, label } = props;
  const { acts, actsTitle = '', actsWidth, actsBeside, onRow, rowClass, detail } = props;
  const actColumn = acts && {
    key: 'acts',
    title: actsTitle,
    ...(actsWidth !== undefined && { width: actsWidth }),
    render: (row: Row) => <RowActions row={row} acts={acts} name={rowName(row)} beside={actsBeside} />,
  };
  return (
    <Table<Row>
      aria-label={label}
      size={dense ? 'small' : 'medium'}
      rowKey={rowKey}
      dataSource={shown}
      columns={[
        // Without these antd puts the checkbox behind the button of the details.
        ...(selection && detail ? [Table.SELECTION_COLUMN, Table.EXPAND_COLUMN] : []),
        ...tableColumns([...columns, ...(actColumn ? [actColumn] : [])], sorting?.now),
      ]}
      pagination={false}
      locale={{ emptyText: text('table.loading') }}
      showSorterTooltip={false}
      {...(rowClass && { rowClassName: rowClass })}
      {...(detail && {
        expandable: {
          columnWidth: 40,
          expandedRowRender: detail,
          expandIcon: ({ record, expanded, onExpand }) => (
            <DetailButton
              name={rowName(record)}
              isOpen={expanded}
              onClick={(event) => onExpand(record, event)}
            />
          ),
        },
      })}
      {...(onRow && { onRow: (row: Row) => ({ onClick: besideControls(() => onRow(row)) }) })}
      onChange={(_paging, _filters, sorter) => {
        const one = Array.isArray(sorter) ? sorter[0] : sorter;
        const key = one?.columnKey;
        sorting?.onChange(one?.order && typeof key === 'string' ? { key, order: one.order } : undefined);
      }}
      {...(selection && {
        rowSelection: {
          selectedRowKeys: [...selection.keys],
          onChange: selection.onChange,
          getCheckboxProps: (row: Row) => ({
            'aria-label': text('table.selectRow', { name: selection.nameOf(row) }),
          }),
        },
      })}
    />
  );
}

/** Ignores clicks on a button or link, and the end of a text selection. */
const besideControls = (run: () => void) => (event: MouseEvent<HTMLElement>) => {
  const { target } = event;
  const onControl = target instanceof Element && target.closest('a,button,input,label') !== null;
  if (!onControl && String(getSelection()) === '') run();
};

function Nothing<Row extends object>({ filter, empty }: ResourceTableProps<Row>) {
  const text = useText(sharedTexts);
  if (!filter?.active) return <EmptyState {...empty} />;
  const clear = (
    <button type="button" className="sd-link-button" onClick={filter.clear}>
      {text('act.clearFilter')}
    </button>
  );
  return <EmptyState text={filter.noMatch ?? text('table.noMatch')} action={clear} />;
}

function Foot<Row extends object>({ rows, paging, narrow }: BodyProps<Row>) {
  const text = useText(sharedTexts);
  const format = useLocaleFormat();
  if (!paging || rows.is === 'failed' || rows.total === 0) return null;
  const { total, more = false } = rows;
  return (
    <div className="sd-resource-foot">
      <span>{text(more ? 'table.totalMore' : 'table.total', { n: format.number(total) })}</span>
      <Pagination
        current={paging.page}
        pageSize={paging.size}
        total={total}
        size="small"
        simple={narrow}
        showSizeChanger={!narrow}
        showQuickJumper={!narrow}
        pageSizeOptions={[...TASK_PAGE_SIZES]}
        onChange={paging.onChange}
      />
    </div>
  );
}

function Retry({ onClick }: { readonly onClick: () => void }) {
  const text = useText(sharedTexts);
  return (
    <button type="button" className="sd-link-button" onClick={onClick}>
      {text('act.retry')}
    </button>
  );
}

/** Our columns as antd's. The caller sorts: the server sorts the rows, and the address stores the order. */
function tableColumns<Row extends object>(
  columns: readonly ResourceColumn<Row>[],
  sorting: Sorting | undefined,
): ColumnsType<Row> {
  return columns.map((column) => ({
    key: column.key,
    title: column.title,
    align: column.align ?? 'start',
    render: (_value: unknown, row: Row) => column.render(row),
    ...(column.width !== undefined && { width: column.width }),
    ...(column.sortable && { sorter: true, sortOrder: sorting?.key === column.key ? sorting.order : null }),
  }));
}
