import CloseOutlined from '@ant-design/icons/CloseOutlined';
import type { Key, ReactNode } from 'react';
import { sharedTexts } from '../i18n/shared-texts';
import { useText } from '../i18n/use-text';
import { IconButton } from '../parts/IconButton';
import type { ResourceRows, Selection } from './resource-types';

interface Props<Row> {
  readonly tools: ReactNode;
  readonly toolsEnd: ReactNode;
  readonly selection: Selection<Row> | undefined;
  readonly rows: ResourceRows<Row>;
  readonly rowKey: (row: Row) => Key;
}

/** Search and filters, or, while rows are selected, the actions for the selection. */
export function ResourceBar<Row>({ tools, toolsEnd, selection, rows, rowKey }: Props<Row>) {
  if (selection && selection.keys.length > 0) {
    return <SelectionBar selection={selection} rows={rows} rowKey={rowKey} />;
  }
  if (!tools && !toolsEnd) return null;
  return (
    <div className="sd-resource-bar">
      {tools}
      <div className="sd-resource-bar-end">{toolsEnd}</div>
    </div>
  );
}

type SelectionProps<Row> = Pick<Props<Row>, 'rows' | 'rowKey'> & { readonly selection: Selection<Row> };

function SelectionBar<Row>({ selection, rows, rowKey }: SelectionProps<Row>) {
  const text = useText(sharedTexts);
  const all = rows.is === 'failed' ? [] : rows.rows.map(rowKey);
  return (
    <div className="sd-resource-bar sd-resource-selection" role="toolbar">
      <strong role="status">{text('table.selected', { n: selection.keys.length })}</strong>
      {selection.acts}
      <div className="sd-resource-bar-end">
        {selection.keys.length < all.length && (
          <button type="button" className="sd-link-button" onClick={() => selection.onChange(all)}>
            {text('table.selectAll', { n: all.length })}
          </button>
        )}
        <IconButton
          icon={<CloseOutlined />}
          size="small"
          label={text('table.clearSelection')}
          onClick={() => selection.onChange([])}
        />
      </div>
    </div>
  );
}
