import { useState, type Key, type ReactNode } from 'react';
import { DetailButton } from './DetailButton';
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
  readonly detail?: (row: Row) => ReactNode;
}

/** Rows as cards: name, status, two facts, `…`. Nothing scrolls sideways. */
export function ResourceCards<Row>(props: Props<Row>) {
  const { label, rows, rowKey, rowClass } = props;
  return (
    <ul className="sd-resource-cards" aria-label={label}>
      {rows.map((row) => (
        <li key={rowKey(row)} className={rowClass?.(row)}>
          <Card {...props} row={row} />
        </li>
      ))}
    </ul>
  );
}

function Card<Row>({ row, rowName, columns, acts, detail }: Props<Row> & { readonly row: Row }) {
  const [isOpen, setOpen] = useState(false);
  const of = (place: ResourceColumn<Row>['card']) =>
    columns
      .filter((column) => column.card === place)
      .map((column) => <span key={column.key}>{column.render(row)}</span>);
  return (
    <>
      <span className="sd-resource-cards-name">{of('name')}</span>
      <span className="sd-row">
        {of('status')}
        {acts && <RowActions row={row} acts={acts} name={rowName(row)} beside={0} />}
      </span>
      <span className="sd-resource-cards-facts">{of('fact')}</span>
      {detail && (
        <div className="sd-resource-cards-detail">
          <DetailButton name={rowName(row)} isOpen={isOpen} onClick={() => setOpen(!isOpen)} isWide />
          {isOpen && detail(row)}
        </div>
      )}
    </>
  );
}
