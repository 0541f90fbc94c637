import type { CdnSlot } from '@sitedeck/contract';
import { shortLabel, slotLabel, useSlotFocus } from '@sitedeck/ui/chart';
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

/** Interval of the time labels below the slots; a narrow card shows every other label. */
const LABEL_EVERY: Readonly<Record<CdnRange, number>> = { '24h': 3, '7d': 1, '30d': 5 };

/** A stacked area chart. It is one tab stop, in which the arrow keys move from slot to slot. */
export function TrafficChart({ slots, range }: Props) {
  const text = useText(statsTexts);
  const scale = byteScale(Math.max(...slots.map(({ bytes }) => bytes)));
  const { shown, handlers } = useSlotFocus(slots.length);
  const at = shown ?? slots.length - 1;
  const slot = slots[at];
  const words = useSlotWords(range, slots);
  return (
    <div className="dc-chart">
      <div className="dc-scale" aria-hidden="true">
        {scale.ticks.map((tick) => (
          <span key={tick.at} style={{ bottom: `${(tick.at / scale.top) * 100}%` }}>
            {tick.words}
          </span>
        ))}
      </div>
      <div
        className="dc-plot"
        role="slider"
        tabIndex={0}
        aria-label={text(`chart.${slotLengthOf(range)}`, { period: text(`range.${range}`) })}
        aria-valuemin={1}
        aria-valuemax={slots.length}
        aria-valuenow={at + 1}
        aria-valuetext={slot && words(slot)}
        {...handlers}
      >
        <TrafficAreas slots={slots} scale={scale} shown={shown} />
        {slot && shown !== undefined && <TrafficTip slot={slot} range={range} at={shown} of={slots.length} />}
      </div>
      <div className="dc-times" aria-hidden="true">
        {slots.map((one, index) =>
          index % LABEL_EVERY[range] === 0 ? (
            <span
              key={one.at}
              className={index % (2 * LABEL_EVERY[range]) === 0 ? undefined : 'dc-wide'}
              style={{ left: `${((index + 0.5) / slots.length) * 100}%` }}
            >
              {shortLabel(one.at, slotLengthOf(range))}
            </span>
          ) : null,
        )}
      </div>
    </div>
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
