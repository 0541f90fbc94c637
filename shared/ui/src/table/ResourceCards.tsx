import type { Key } from 'react';
import type { ResourceColumn, RowAct } from './resource-types';
import { RowActions } from './RowActions';

interface Props<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => Key;
  readonly rowName: (row: Row) => string;
  readonly columns: readonly ResourceColumn<Row>[];
  readonly acts?: readonly RowAct<Row>[];
  readonly rowClass?: (row: Row) => string;
}

/** Rows as cards: name, status, two facts, `…`. Nothing scrolls sideways. */
export function ResourceCards<Row>({ label, rows, rowKey, rowName, columns, acts, rowClass }: Props<Row>) {
  const of = (place: ResourceColumn<Row>['card']) => columns.filter((column) => column.card === place);
  return (
    <ul className="sd-resource-cards" aria-label={label}>
      {rows.map((row) => (
        <li key={rowKey(row)} className={rowClass?.(row)}>
          <span className="sd-resource-cards-name">
            {of('name').map((column) => (
              <span key={column.key}>{column.render(row)}</span>
            ))}
          </span>
          <span className="sd-row">
            {of('status').map((column) => (
              <span key={column.key}>{column.render(row)}</span>
            ))}
            {acts && <RowActions row={row} acts={acts} name={rowName(row)} beside={0} />}
          </span>
          <span className="sd-resource-cards-facts">
            {of('fact').map((column) => (
              <span key={column.key}>{column.render(row)}</span>
            ))}
          </span>
        </li>
      ))}
    </ul>
  );
}
