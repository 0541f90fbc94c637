import { CaretDownFilled, CaretRightFilled, FolderOpenOutlined } from '@ant-design/icons';
import type { TextMatch } from '@sitedeck/contract';
import { useLocaleFormat, useText } from '@sitedeck/ui/core';
import { visibleName } from '@sitedeck/ui/visible-name';
import { FileIcon } from '../parts/FileIcon';
import { FileName } from '../parts/FileName';
import { ModifiedTime } from '../parts/ModifiedTime';
import { nameOf, parentOf } from '../paths';
import { splitAtHits, type ResultRow } from './result-rows';
import { searchTexts } from './search-texts';
import type { FoundFile } from './use-search';

interface Props {
  readonly id: string;
  readonly row: ResultRow;
  readonly top: number;
  readonly isActive: boolean;
  readonly isNarrow: boolean;
  readonly onPick: () => void;
  readonly onFold: (isClosed: boolean) => void;
  readonly onPlace: (found: FoundFile) => void;
}

/** One line of the results. The list is the only tab stop and handles keys; the pointer works on the line. */
export function ResultLine(props: Props) {
  const { id, row, top, isActive, onPick } = props;
  const text = useText(searchTexts);
  const style = { top };
  switch (row.is) {
    case 'gap':
      return <div role="none" className="fm-result fm-result-gap" style={style} />;
    case 'more':
      return (
        <div role="none" className="fm-result fm-result-context sd-hint" style={style}>
          {text('more')}
        </div>
      );
    case 'context':
      return (
        <div role="none" className="fm-result fm-result-context" style={style}>
          <span className="fm-result-line">{row.line}</span>
          <code>{row.text}</code>
        </div>
      );
    case 'match':
      return (
        // Keys reach the line through the list's active descendant.
        // oxlint-disable-next-line jsx-a11y/interactive-supports-focus, jsx-a11y/click-events-have-key-events
        <div
          id={id}
          role="treeitem"
          aria-level={2}
          aria-selected={isActive}
          className={`fm-result fm-result-match ${isActive ? 'fm-result-active' : ''}`}
          style={style}
          onClick={onPick}
        >
          <span className="sd-visually-hidden">{text('line', { line: String(row.match.line) })}</span>
          <span className="fm-result-line" aria-hidden>
            {row.match.line}
          </span>
          <HighlightedText match={row.match} isNarrow={props.isNarrow} />
        </div>
      );
    case 'file':
      return <FileLine {...props} row={row} />;
  }
}

/**
 * Characters shown before the first match: at most `BEFORE`; longer text is cut to `BEFORE_CUT`, so that the
 * match fits on a narrow line.
 */
const BEFORE = 24;
const BEFORE_CUT = 12;

function HighlightedText({ match, isNarrow }: { readonly match: TextMatch; readonly isNarrow: boolean }) {
  return (
    <code>
      {splitAtHits(match).map(({ text, isHit }, index) =>
        isHit ? (
          <mark key={index}>{text}</mark>
        ) : (
          <span key={index}>
            {isNarrow && index === 0 && text.length > BEFORE ? `…${text.slice(-BEFORE_CUT)}` : text}
          </span>
        ),
      )}
    </code>
  );
}

function FileLine(props: Props & { readonly row: Extract<ResultRow, { is: 'file' }> }) {
  const { id, row, top, isActive, onPick, onFold, onPlace } = props;
  const text = useText(searchTexts);
  const format = useLocaleFormat();
  const { entry, matches } = row.found;
  const name = nameOf(entry.path);
  const place = visibleName(parentOf(entry.path));
  const count = matches && text('count', { n: format.number(row.count), count: row.count });
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus, jsx-a11y/click-events-have-key-events
    <div
      id={id}
      role="treeitem"
      aria-level={1}
      aria-selected={isActive}
      aria-expanded={matches && row.isOpen}
      className={`fm-result fm-result-file ${isActive ? 'fm-result-active' : ''}`}
      style={{ top }}
      onClick={onPick}
    >
      {matches && (
        <button
          type="button"
          tabIndex={-1}
          aria-hidden
          className="fm-twig"
          onClick={(event) => {
            event.stopPropagation();
            onFold(row.isOpen);
          }}
        >
          {row.isOpen ? <CaretDownFilled /> : <CaretRightFilled />}
        </button>
      )}
      <FileIcon entry={{ name, type: entry.type }} />
      <FileName name={name} />
      <bdi className="fm-result-place" title={place}>
        {place}
      </bdi>
      <span className="fm-result-facts">
        {count ?? (
          <>
            {entry.type !== 'folder' && <span>{format.bytes(entry.size)}</span>}
            <ModifiedTime at={entry.mtime} />
          </>
        )}
      </span>
      <button
        type="button"
        tabIndex={-1}
        className="fm-more"
        aria-hidden
        title={text('place', { name: visibleName(name) })}
        onClick={(event) => {
          event.stopPropagation();
          onPlace(row.found);
        }}
      >
        <FolderOpenOutlined aria-hidden />
      </button>
    </div>
  );
}
