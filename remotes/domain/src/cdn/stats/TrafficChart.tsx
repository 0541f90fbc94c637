import type { CdnSlot } from '@sitedeck/contract';
import { SlotChart, slotLabel } from '@sitedeck/ui/chart';
import { useLocaleFormat, useText } from '@sitedeck/ui/core';
import { byteScale } from './byte-scale';
import { originBytes } from './figures';
import { slotLengthOf } from './slot-length';
import { statsTexts } from './stats-texts';
import { TrafficAreas } from './TrafficAreas';
import { TrafficTip } from './TrafficTip';
import type { CdnRange } from './use-stats';

interface Props {
  readonly slots: readonly CdnSlot[];
  readonly range: CdnRange;
}

const LABEL_EVERY: Readonly<Record<CdnRange, number>> = { '24h': 3, '7d': 1, '30d': 5 };

/** A stacked area chart. */
export function TrafficChart({ slots, range }: Props) {
  const text = useText(statsTexts);
  const length = slotLengthOf(range);
  const scale = byteScale(Math.max(...slots.map(({ bytes }) => bytes)));
  return (
    <SlotChart
      label={text(`chart.${length}`, { period: text(`range.${range}`) })}
      {...{ slots, length, scale }}
      labelEvery={LABEL_EVERY[range]}
      spoken={useSlotWords(range, slots)}
      drawing={(shown) => <TrafficAreas slots={slots} scale={scale} shown={shown} />}
      tip={(slot, at) => <TrafficTip slot={slot} range={range} at={at} of={slots.length} />}
    />
  );
}

/** A slot as a screen reader announces it. */
function useSlotWords(range: CdnRange, slots: readonly CdnSlot[]): (slot: CdnSlot) => string {
  const text = useText(statsTexts);
  const format = useLocaleFormat();
  return (slot) =>
    text('spoken', {
      time: slotLabel(slot.at, {
        length: slotLengthOf(range),
        end: slot === slots.at(-1) ? text('now') : undefined,
      }),
      hit: format.bytes(slot.hitBytes),
      origin: format.bytes(originBytes(slot)),
    });
}
