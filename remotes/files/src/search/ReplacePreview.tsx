import { Button, EmptyState, LockedTip, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { visibleName } from '@sitedeck/ui/visible-name';
import { useMemo, useRef, useState } from 'react';
import { FileName } from '../parts/FileName';
import { nameOf, parentOf } from '../paths';
import { FailedFiles } from './FailedFiles';
import { nearestFileRows, previewRows, type PreviewRow } from './preview-rows';
import { searchTexts } from './search-texts';
import type { PreviewFile, ReplaceState } from './use-replace';
import { useVisibleRows } from './use-visible-rows';

/** Height of a line, px; the style sheet uses the same number. */
const ROW = 28;
const ROW_NARROW = 40;

interface Props {
  readonly preview: Extract<ReplaceState, { is: 'preview' }>;
  readonly isNarrow: boolean;
  /** Why nothing can be changed now. */
  readonly blocked: string | undefined;
  readonly onApply: (paths: ReadonlySet<string>) => void;
  readonly onBack: () => void;
}

/** Previews a replacement line by line; each file can be excluded. */
export function ReplacePreview({ preview, isNarrow, blocked, onApply, onBack }: Props) {
  const text = useText(searchTexts);
  const { number } = useLocaleFormat();
  const { files, failed } = preview;
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const chosen = files.filter(({ path }) => !left.has(path));
  const count = chosen.reduce((sum, { changes }) => sum + changes, 0);
  const turn = (path: string) =>
    setLeft((before) => {
      const next = new Set(before);
      if (!next.delete(path)) next.add(path);
      return next;
    });
  return (
    <>
      <div className="fm-search-acts">
        {files.length > 0 && (
          <label>
            <input
              type="checkbox"
              checked={chosen.length === files.length}
              ref={(box) => {
                if (box) box.indeterminate = chosen.length > 0 && chosen.length < files.length;
              }}
              onChange={({ target }) =>
                setLeft(target.checked ? new Set() : new Set(files.map(({ path }) => path)))
              }
            />
            {text('replace.all')}
          </label>
        )}
        <span role="status">
          {text('replace.count', { n: number(count), count, files: number(chosen.length) })}
        </span>
        <span className="fm-gap" />
        <Button onClick={onBack}>{text('replace.back')}</Button>
        <LockedTip reason={blocked ?? (chosen.length === 0 ? text('replace.none') : undefined)}>
          <Button type="primary" onClick={() => onApply(new Set(chosen.map(({ path }) => path)))}>
            {text('replace.apply', { n: number(chosen.length), count: chosen.length })}
          </Button>
        </LockedTip>
      </div>
      <FailedFiles failed={failed} what={text('replace.unread')} />
      {files.length === 0 ? (
        <EmptyState text={text('replace.nothing')} />
      ) : (
        <Lines files={files} left={left} onTurn={turn} isNarrow={isNarrow} />
      )}
    </>
  );
}

interface LinesProps extends Pick<Props, 'isNarrow'> {
  readonly files: readonly PreviewFile[];
  readonly left: ReadonlySet<string>;
  readonly onTurn: (path: string) => void;
}

function Lines({ files, left, onTurn, isNarrow }: LinesProps) {
  const text = useText(searchTexts);
  const box = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => previewRows(files), [files]);
  const height = isNarrow ? ROW_NARROW : ROW;
  const { from, to } = useVisibleRows(box, height, rows.length);
  const drawn = Array.from({ length: to - from }, (_, index) => from + index);
  // In DOM order, because Tab follows it.
  const shown = [...new Set([...nearestFileRows(rows, from, to), ...drawn])].sort(
    (one, other) => one - other,
  );
  return (
    // A scrolling region must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div ref={box} role="group" tabIndex={0} className="fm-results" aria-label={text('replace.lines')}>
      <div className="fm-results-rows" style={{ height: rows.length * height }}>
        {shown.map((index) => {
          const row = rows[index];
          return row && <Line key={index} row={row} top={index * height} left={left} onTurn={onTurn} />;
        })}
      </div>
    </div>
  );
}

interface LineProps extends Pick<LinesProps, 'left' | 'onTurn'> {
  readonly row: PreviewRow;
  readonly top: number;
}

function Line({ row, top, left, onTurn }: LineProps) {
  const text = useText(searchTexts);
  const { number } = useLocaleFormat();
  if (row.is === 'file') {
    const { path, changes } = row.file;
    return (
      <label className="fm-result fm-result-file" style={{ top }}>
        <input
          type="checkbox"
          checked={!left.has(path)}
          aria-label={text('replace.take', { name: visibleName(path) })}
          onChange={() => onTurn(path)}
        />
        <FileName name={nameOf(path)} />
        <bdi className="fm-result-place">{visibleName(parentOf(path))}</bdi>
        <span className="fm-result-facts">{text('count', { n: number(changes), count: changes })}</span>
      </label>
    );
  }
  if (row.is === 'rest')
    return (
      <div className="fm-result fm-result-context" style={{ top }}>
        {text('replace.rest')}
      </div>
    );
  const Shape = row.is === 'old' ? 'del' : 'ins';
  return (
    <div className={`fm-result fm-result-${row.is}`} style={{ top }}>
      <span className="fm-result-line">{row.line}</span>
      <span aria-hidden>{row.is === 'old' ? '−' : '+'}</span>
      <Shape>{row.text}</Shape>
    </div>
  );
}
