import type { VisitSlot } from '@sitedeck/contract';
import { SlotTip } from '@sitedeck/ui/chart';
import { useLocaleFormat, useText } from '@sitedeck/ui/core';
import { KINDS, slotLengthOf, type VisitRange } from './visit-slots';
import { VisitMark } from './VisitsLegend';
import { visitsTexts } from './visits-texts';

interface Props {
  readonly slot: VisitSlot;
  readonly range: VisitRange;
  /** Which slot of how many. */
  readonly at: number;
  readonly of: number;
}

/** The figures of one slot, beside its bar. Screen readers get them from the chart itself. */
export function VisitTip({ slot, range, at, of }: Props) {
  const text = useText(visitsTexts);
  const format = useLocaleFormat();
  return (
    <SlotTip
      time={slot.at}
      length={slotLengthOf(range)}
      {...{ at, of }}
      now={text('now')}
      dayHereText={(day) => text('dayHere', day)}
    >
      <dl>
        <dt>{text('requests')}</dt>
        <dd>{format.number(slot.requests)}</dd>
        {KINDS.map((kind) => (
          <div key={kind}>
            <dt>
              <VisitMark kind={kind} /> {text(kind)}
            </dt>
            <dd>{format.number(slot[kind])}</dd>
          </div>
        ))}
        <dt>{text('bytes')}</dt>
        <dd>{format.bytes(slot.bytes)}</dd>
      </dl>
    </SlotTip>
  );
}
