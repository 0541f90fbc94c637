import { SCAN_CODE_MAX, type ScanFinding } from '@sitedeck/contract';
import { useText } from '@sitedeck/ui/core';
import { visibleCode } from '@sitedeck/ui/visible-name';
import { scanTexts } from './scan-texts';

interface Props {
  readonly excerpt: ScanFinding['excerpt'];
  /** The line that is marked. */
  readonly line: number;
  readonly isGrave: boolean;
}

/** Lines of a file as text, with their numbers: nothing in them is ever run or rendered. */
export function Excerpt({ excerpt: { first, lines }, line, isGrave }: Props) {
  const text = useText(scanTexts);
  if (lines.length === 0) return null;
  const marked = isGrave ? 'sf-line-marked sf-line-grave' : 'sf-line-marked';
  return (
    <ol className="sf-code sd-mono" aria-label={text('excerpt')}>
      {lines.map((code, index) => {
        const number = first + index;
        const isMarked = number === line;
        return (
          <li key={number} className={isMarked ? marked : ''}>
            <span className="sf-line-number">
              {isMarked && <span className="sd-visually-hidden">{text('excerpt.marked')} </span>}
              {number}
            </span>
            {/* In its own direction, so that a line never turns the one beside it. */}
            <bdi dir="ltr">{shownLine(code)}</bdi>
          </li>
        );
      })}
    </ol>
  );
}

/** A longer line was cut by the server. */
const shownLine = (code: string): string => visibleCode(code) + (code.length >= SCAN_CODE_MAX ? '…' : '');
