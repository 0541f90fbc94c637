import type { VisitSlot } from '@sitedeck/contract';
import { shortCount, shortLabel, slotLabel } from '@sitedeck/ui/chart';
import { useLocaleFormat, useNarrow, useText } from '@sitedeck/ui/core';
import { useRef } from 'react';
import { KINDS, slotLengthOf, type VisitRange } from './visit-slots';
import { VisitMark } from './VisitsLegend';
import { visitsTexts } from './visits-texts';

interface Props {
  readonly slots: readonly VisitSlot[];
  readonly range: VisitRange;
}

/** Below this width long figures are abbreviated, px. */
const NARROW = 560;

/** The same figures as a table, newest first. */
export function VisitsTable({ slots, range }: Props) {
  const text = useText(visitsTexts);
  const format = useLocaleFormat();
  const box = useRef<HTMLDivElement>(null);
  const isNarrow = useNarrow(box, NARROW);
  const count = isNarrow ? shortCount : format.number;
  const last = slots.at(-1);
  const length = slotLengthOf(range);
  const label = (slot: VisitSlot) =>
    isNarrow
      ? shortLabel(slot.at, length)
      : slotLabel(slot.at, { length, end: slot === last ? text('now') : undefined });
  return (
    // It scrolls, so keyboard users must be able to focus it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div ref={box} className="sh-visits-table" role="group" aria-label={text(`table.${range}`)} tabIndex={0}>
      <table>
        <caption className="sd-visually-hidden">{text(`table.${range}`)}</caption>
        <thead>
          <tr>
            <th scope="col">{text('time')}</th>
            <th scope="col">{text('requests')}</th>
            {KINDS.map((kind) => (
              <th key={kind} scope="col" title={text(`${kind}.means`)}>
                <VisitMark kind={kind} /> {text(kind)}
              </th>
            ))}
            <th scope="col">{text('bytes')}</th>
          </tr>
        </thead>
        <tbody>
          {slots.toReversed().map((slot) => (
            <tr key={slot.at}>
              <th scope="row">{label(slot)}</th>
              <td>{count(slot.requests)}</td>
              {KINDS.map((kind) => (
                <td key={kind}>{count(slot[kind])}</td>
              ))}
              <td>{format.bytes(slot.bytes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
