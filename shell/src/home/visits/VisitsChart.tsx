import type { VisitSlot } from '@sitedeck/contract';
import { scaleFor, shortCount, SlotChart, slotLabel } from '@sitedeck/ui/chart';
import { useLocaleFormat, useText } from '@sitedeck/ui/core';
import { slotLengthOf, type VisitRange } from './visit-slots';
import { VisitBars } from './VisitBars';
import { VisitTip } from './VisitTip';
import { visitsTexts } from './visits-texts';

interface Props {
  readonly slots: readonly VisitSlot[];
  readonly range: VisitRange;
}

const LABEL_EVERY: Readonly<Record<VisitRange, number>> = { '24h': 3, '30d': 5 };

/** Bars by status. */
export function VisitsChart({ slots, range }: Props) {
  const text = useText(visitsTexts);
  const scale = scaleFor(Math.max(...slots.map(({ requests }) => requests)));
  const ticks = scale.ticks.map((tick) => ({ at: tick, words: shortCount(tick) }));
  return (
    <SlotChart
      label={text(`chart.${range}`)}
      slots={slots}
      length={slotLengthOf(range)}
      scale={{ top: scale.top, ticks }}
      labelEvery={LABEL_EVERY[range]}
      spoken={useSlotWords(range, slots)}
      drawing={(shown) => <VisitBars slots={slots} scale={scale} shown={shown} />}
      tip={(slot, at) => <VisitTip slot={slot} range={range} at={at} of={slots.length} />}
    />
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
