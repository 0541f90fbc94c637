import type { VisitSlot } from '@sitedeck/contract';
import { scaleFor, shortCount, shortLabel, slotLabel, useSlotFocus } from '@sitedeck/ui/chart';
import { useLocaleFormat, useText } from '@sitedeck/ui/core';
import { slotLengthOf, type VisitRange } from './visit-slots';
import { VisitBars } from './VisitBars';
import { VisitTip } from './VisitTip';
import { visitsTexts } from './visits-texts';

interface Props {
  readonly slots: readonly VisitSlot[];
  readonly range: VisitRange;
}

/** Interval of the time labels below the slots; a narrow screen shows every other label. */
const LABEL_EVERY: Readonly<Record<VisitRange, number>> = { '24h': 3, '30d': 5 };

/** Bars by status. One tab stop, in which the arrow keys move from slot to slot. */
export function VisitsChart({ slots, range }: Props) {
  const text = useText(visitsTexts);
  const scale = scaleFor(Math.max(...slots.map(({ requests }) => requests)));
  const { shown, handlers } = useSlotFocus(slots.length);
  const at = shown ?? slots.length - 1;
  const slot = slots[at];
  const words = useSlotWords(range, slots);
  return (
    <div className="sh-visits-chart">
      <div className="sh-visits-scale" aria-hidden="true">
        {scale.ticks.map((tick) => (
          <span key={tick} style={{ bottom: `${(tick / scale.top) * 100}%` }}>
            {shortCount(tick)}
          </span>
        ))}
      </div>
      <div
        className="sh-visits-plot"
        role="slider"
        tabIndex={0}
        aria-label={text(`chart.${range}`)}
        aria-valuemin={1}
        aria-valuemax={slots.length}
        aria-valuenow={at + 1}
        aria-valuetext={slot && words(slot)}
        {...handlers}
      >
        <VisitBars slots={slots} scale={scale} shown={shown} />
        {slot && shown !== undefined && <VisitTip slot={slot} range={range} at={shown} of={slots.length} />}
      </div>
      <div className="sh-visits-times" aria-hidden="true">
        {slots.map((one, index) =>
          index % LABEL_EVERY[range] === 0 ? (
            <span
              key={one.at}
              className={index % (2 * LABEL_EVERY[range]) === 0 ? undefined : 'sh-visits-wide'}
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
function useSlotWords(range: VisitRange, slots: readonly VisitSlot[]): (slot: VisitSlot) => string {
  const text = useText(visitsTexts);
  const format = useLocaleFormat();
  return (slot) =>
    text('spoken', {
      time: slotLabel(slot.at, {
        length: slotLengthOf(range),
        end: slot === slots.at(-1) ? text('now') : undefined,
      }),
      requests: format.number(slot.requests),
      bytes: format.bytes(slot.bytes),
      ok: format.number(slot.ok),
      redirect: format.number(slot.redirect),
      clientError: format.number(slot.clientError),
      serverError: format.number(slot.serverError),
    });
}
