import type { CdnSlot } from '@sitedeck/contract';
import { SlotTip } from '@sitedeck/ui/chart';
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
  return (
    <SlotTip
      time={slot.at}
      length={slotLengthOf(range)}
      {...{ at, of }}
      now={text('now')}
      dayHereText={(day) => text('dayHere', day)}
    >
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
    </SlotTip>
  );
}
