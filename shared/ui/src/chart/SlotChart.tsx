import type { ReactNode } from 'react';
import { shortLabel, type SlotLength } from './slot-time';
import { useSlotFocus } from './use-slot-focus';

interface Slot {
  /** Start of the slot, ISO 8601. */
  readonly at: string;
}

/** Lines of the scale, by value. */
export interface ChartScale {
  /** Value at the top of the chart. */
  readonly top: number;
  readonly ticks: readonly { readonly at: number; readonly words: string }[];
}

interface Props<One extends Slot> {
  /** Accessible name. */
  readonly label: string;
  readonly slots: readonly One[];
  readonly length: SlotLength;
  readonly scale: ChartScale;
  /** Interval of the time labels below the slots; a narrow chart shows every other label. */
  readonly labelEvery: number;
  /** A slot as a screen reader announces it. */
  readonly spoken: (slot: One) => string;
  /** Draws the slots. */
  readonly drawing: (shown: number | undefined) => ReactNode;
  /** Shows the figures of a slot; see `SlotTip`. */
  readonly tip: (slot: One, at: number) => ReactNode;
}

/** The frame of a chart over time. It is one tab stop, in which the arrow keys move from slot to slot. */
export function SlotChart<One extends Slot>(props: Props<One>) {
  const { label, slots, length, scale, labelEvery, spoken, drawing, tip } = props;
  const { shown, handlers } = useSlotFocus(slots.length);
  const at = shown ?? slots.length - 1;
  const slot = slots[at];
  return (
    <div className="sd-chart">
      <div className="sd-chart-scale" aria-hidden="true">
        {scale.ticks.map((tick) => (
          <span key={tick.at} style={{ bottom: `${(tick.at / scale.top) * 100}%` }}>
            {tick.words}
          </span>
        ))}
      </div>
      <div
        className="sd-chart-plot"
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={1}
        aria-valuemax={slots.length}
        aria-valuenow={at + 1}
        aria-valuetext={slot && spoken(slot)}
        {...handlers}
      >
        {drawing(shown)}
        {slot && shown !== undefined && tip(slot, shown)}
      </div>
      <TimeLabels slots={slots} length={length} every={labelEvery} />
    </div>
  );
}

interface LabelsProps {
  readonly slots: readonly Slot[];
  readonly length: SlotLength;
  readonly every: number;
}

function TimeLabels({ slots, length, every }: LabelsProps) {
  return (
    <div className="sd-chart-times" aria-hidden="true">
      {slots.map((one, index) =>
        index % every === 0 ? (
          <span
            key={one.at}
            className={index % (2 * every) === 0 ? undefined : 'sd-chart-wide'}
            style={{ left: `${((index + 0.5) / slots.length) * 100}%` }}
          >
            {shortLabel(one.at, length)}
          </span>
        ) : null,
      )}
    </div>
  );
}
