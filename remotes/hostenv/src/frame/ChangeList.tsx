import { useText } from '@sitedeck/ui/core';
import type { Change } from './change';
import { frameTexts } from './frame-texts';
import { lineDifference, type DiffLine } from './line-difference';

interface Props {
  readonly changes: readonly Change[];
}

/** Lists differences in words; long values are compared line by line. */
export function ChangeList({ changes }: Props) {
  const text = useText(frameTexts);
  if (changes.length === 0) return <p className="sd-hint">{text('differences.none')}</p>;
  return (
    <ul className="he-changes">
      {changes.map((change, index) => (
        <li key={`${String(index)} ${change.name}`}>
          {isLong(change) ? <Lines {...change} /> : <Short {...change} />}
        </li>
      ))}
    </ul>
  );
}

const isLong = ({ before = '', after = '' }: Change): boolean => `${before}${after}`.includes('\n');

function Short({ name, before, after }: Change) {
  const text = useText(frameTexts);
  const nothing = text('differences.nothing');
  return (
    <>
      <span className="he-changes-name">{name}</span> <del>{before ?? nothing}</del> →{' '}
      <ins>{after ?? nothing}</ins>
    </>
  );
}

const MARKS = { same: ' ', gone: '−', new: '+' } as const;
const CLASSES = { same: '', gone: 'he-line-gone', new: 'he-line-new' } as const;
/** Elements that screen readers announce as removed and added. */
const ELEMENTS = { same: 'span', gone: 'del', new: 'ins' } as const;

function Lines({ name, before, after }: Change) {
  return (
    <>
      <span className="he-changes-name">{name}</span>
      <div className="he-lines sd-mono">
        {lineDifference(before, after).map((line, index) => (
          <Line key={index} {...line} />
        ))}
      </div>
    </>
  );
}

function Line({ is, text }: DiffLine) {
  const Words = ELEMENTS[is];
  return (
    <div className={CLASSES[is]}>
      <span aria-hidden>{MARKS[is]}</span>
      <Words>{text}</Words>
    </div>
  );
}
