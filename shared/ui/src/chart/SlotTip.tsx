import type { ReactNode } from 'react';
import { dayHere, slotLabel, type SlotLength } from './slot-time';

interface Props {
  /** Start of the slot, ISO 8601. */
  readonly time: string;
  readonly length: SlotLength;
  /** Which slot of how many. */
  readonly at: number;
  readonly of: number;
  /** Shown as the end of the last slot. */
  readonly now: string;
  /** Says when a UTC day begins and ends in local time. */
  readonly dayHereText: (day: { readonly from: string; readonly to: string }) => string;
  /** A `dl` with the figures. */
  readonly children: ReactNode;
}

/** The figures of one slot, beside it. Screen readers get them from the chart itself. */
export function SlotTip({ time, length, at, of, now, dayHereText, children }: Props) {
  const localDay = length === 'day' ? dayHere(time) : undefined;
  const isLeft = at < of / 2;
  const beside = `calc(${((isLeft ? at + 0.5 : of - at - 0.5) / of) * 100}% + 16px)`;
  return (
    <div className="sd-chart-tip" aria-hidden="true" style={isLeft ? { left: beside } : { right: beside }}>
      <strong>{slotLabel(time, { length, end: at === of - 1 ? now : undefined })}</strong>
      {localDay && <small>{dayHereText(localDay)}</small>}
      {children}
    </div>
  );
}
