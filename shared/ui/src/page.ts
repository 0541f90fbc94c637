/** Facade of antd for list pages: one singleton share, fetched with the first page that needs it. */
export { default as Checkbox } from 'antd/es/checkbox';
export { default as Input } from 'antd/es/input';
export type { InputRef } from 'antd/es/input';
export { default as Pagination } from 'antd/es/pagination';
export { default as Select } from 'antd/es/select';
export { default as Table } from 'antd/es/table';
export type { ColumnsType, ColumnType, TableProps } from 'antd/es/table';
export { ResourceTable } from './table/ResourceTable';
export { TaskKindFilter } from './table/TaskKindFilter';
export type { ResourceColumn, ResourceRows, RowAct } from './table/resource-types';
