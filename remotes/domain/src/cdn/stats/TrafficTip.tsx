import type { CdnSlot } from '@sitedeck/contract';
import { dayHere, slotLabel } from '@sitedeck/ui/chart';
import { useLocaleFormat, useText } from '@sitedeck/ui/core';
import { originBytes } from './figures';
import { slotLengthOf } from './slot-length';
import { statsTexts } from './stats-texts';
import type { CdnRange } from './use-stats';

interface Props {
  readonly slot: CdnSlot;
  readonly range: CdnRange;
  /** Which slot of how many. */
  readonly at: number;
  readonly of: number;
}

/** The figures of one slot, beside its line. Screen readers get them from the chart itself. */
export function TrafficTip({ slot, range, at, of }: Props) {
  const text = useText(statsTexts);
  const format = useLocaleFormat();
  const length = slotLengthOf(range);
  const end = at === of - 1 ? text('now') : undefined;
  const localDay = length === 'day' ? dayHere(slot.at) : undefined;
  const isLeft = at < of / 2;
  const beside = `calc(${((isLeft ? at + 0.5 : of - at - 0.5) / of) * 100}% + 12px)`;
  return (
    <div className="dc-tip" aria-hidden="true" style={isLeft ? { left: beside } : { right: beside }}>
      <strong>{slotLabel(slot.at, { length, end })}</strong>
      {localDay && <small>{text('dayHere', localDay)}</small>}
      <dl>
        <dt>
          <span className="dc-mark dc-hit" /> {text('hit')}
        </dt>
        <dd>{format.bytes(slot.hitBytes)}</dd>
        <dt>
          <span className="dc-mark dc-origin" /> {text('origin')}
        </dt>
        <dd>{format.bytes(originBytes(slot))}</dd>
      </dl>
    </div>
  );
}
