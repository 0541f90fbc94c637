import type { Fault } from '@sitedeck/contract';
import type { ReactNode } from 'react';

/** State of the list. Old rows and their total stay, dimmed, while newer ones load. */
export type ResourceRows<Row> =
  | ({ readonly is: 'loading' } & CountedRows<Row>)
  | ({ readonly is: 'ready' } & CountedRows<Row>)
  | { readonly is: 'failed'; readonly fault: Fault };

interface CountedRows<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
  /** There are more than `total`: the server stopped counting there. */
  readonly more?: boolean;
}

export interface ResourceColumn<Row> {
  readonly key: string;
  readonly title: string;
  readonly render: (row: Row) => ReactNode;
  readonly width?: number | string;
  readonly align?: 'start' | 'end';
  readonly sortable?: boolean;
  /** Where a narrow list shows it: the heading of the card, its status, one of two facts, or nowhere. */
  readonly card?: 'name' | 'status' | 'fact';
}

export interface RowAct<Row> {
  readonly key: string;
  readonly label: string;
  readonly run: (row: Row) => void;
  /** Forbidden by role: the action is absent. */
  readonly shown?: (row: Row) => boolean;
  /** Forbidden by state: visible with its reason. */
  readonly reason?: (row: Row) => string | undefined;
  readonly danger?: boolean;
}

export interface Paging {
  readonly page: number;
  readonly size: number;
  readonly onChange: (page: number, size: number) => void;
}

export interface Sorting {
  readonly key: string;
  readonly order: 'ascend' | 'descend';
}

export interface Selection<Row> {
  readonly keys: readonly React.Key[];
  readonly onChange: (keys: readonly React.Key[]) => void;
  /** Acts for the selected rows. */
  readonly acts: ReactNode;
  readonly nameOf: (row: Row) => string;
}
