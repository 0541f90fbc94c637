/** Facade of antd for list and form pages: one singleton share, fetched with the first page that needs it. */
export { default as Checkbox } from 'antd/es/checkbox';
export { default as Form } from 'antd/es/form';
export type { FormInstance } from 'antd/es/form';
export { default as Input } from 'antd/es/input';
export type { InputRef } from 'antd/es/input';
export { default as Pagination } from 'antd/es/pagination';
export { default as Progress } from 'antd/es/progress';
export { default as Select } from 'antd/es/select';
export { default as Table } from 'antd/es/table';
export type { ColumnsType, ColumnType, TableProps } from 'antd/es/table';
export { default as Tabs } from 'antd/es/tabs';
export { ResourceTable } from './table/ResourceTable';
export { TaskKindFilter } from './table/TaskKindFilter';
export type { ResourceColumn, ResourceRows, RowAct } from './table/resource-types';
