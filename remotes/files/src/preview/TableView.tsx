import DownOutlined from '@ant-design/icons/DownOutlined';
import { Button, Dropdown, EmptyState, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { visibleName } from '@sitedeck/ui/visible-name';
import { useMemo } from 'react';
import { CHARSETS, charsetName } from '../editor/file-format';
import { nameOf } from '../paths';
import { LinkState } from './LinkState';
import { previewTexts } from './preview-texts';
import { parseTable } from './table';
import { usePreviewText } from './use-preview-text';

const ROWS_MAX = 1000;
const COLUMNS_MAX = 100;
/** Characters shown of a cell at most. */
const CELL_CHARACTERS_MAX = 500;

/** Shows the first rows of a table; the first row holds the column names. */
export function TableView({ path }: { readonly path: string }) {
  const text = useText(previewTexts);
  const { number } = useLocaleFormat();
  const { loaded, retry, reopen } = usePreviewText(path);
  const content = loaded.is === 'ready' ? loaded.content : '';
  const table = useMemo(() => parseTable(content, ROWS_MAX), [content]);
  if (loaded.is !== 'ready') return <LinkState state={loaded} onRetry={retry} />;
  const [head = [], ...rows] = table.rows;
  const columns = Math.min(table.columns, COLUMNS_MAX);
  const cells = Array.from({ length: columns }, (_, index) => index);
  const show = (cell = '') =>
    cell.length > CELL_CHARACTERS_MAX ? `${cell.slice(0, CELL_CHARACTERS_MAX)}…` : cell;
  const currentCharset = charsetName({ encoding: loaded.encoding, bom: false });
  return (
    <>
      <div className="fm-editor-hint fm-table-facts">
        <span role="status">
          {text('table.rows', { rows: number(table.rows.length), columns: number(table.columns) })}
          {(table.hasMore || loaded.isCut) && ` · ${text('table.more', { rows: number(table.rows.length) })}`}
          {columns < table.columns && ` · ${text('table.columns', { columns: number(columns) })}`}
        </span>
        <Dropdown
          trigger={['click']}
          menu={{
            items: CHARSETS.filter(({ bom }) => !bom).map((charset) => ({
              key: charset.encoding,
              label: charsetName(charset),
              onClick: () => reopen(charset.encoding),
            })),
          }}
        >
          <Button size="small" type="text" aria-label={text('encoding', { name: currentCharset })}>
            {currentCharset}
            <DownOutlined aria-hidden />
          </Button>
        </Dropdown>
      </div>
      {table.rows.length === 0 ? (
        <EmptyState text={text('table.empty')} />
      ) : (
        // A scrolling region must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className="fm-table" tabIndex={0} role="group" aria-label={visibleName(nameOf(path))}>
          <table aria-label={text('table.label', { name: visibleName(nameOf(path)) })}>
            <thead>
              <tr>
                {cells.map((index) => (
                  <th key={index} scope="col">
                    {show(head[index])}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, line) => (
                // The index is a stable key, because rows never move.
                <tr key={line}>
                  {cells.map((index) => (
                    <td key={index}>{show(row[index])}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}
