import type { ColumnsType } from 'antd/es/table';
import type { ResourceColumn, Sorting } from './resource-types';

/** Our columns as antd's. The caller sorts: the server sorts the rows, and the address stores the order. */
export function tableColumns<Row extends object>(
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
