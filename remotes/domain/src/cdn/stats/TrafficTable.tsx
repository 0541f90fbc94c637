import type { CdnSlot } from '@sitedeck/contract';
import { slotLabel } from '@sitedeck/ui/chart';
import { useLocaleFormat, useText } from '@sitedeck/ui/core';
import { hitRatio, percentFigure } from '../ratio';
import { originBytes } from './figures';
import { slotLengthOf } from './slot-length';
import { statsTexts } from './stats-texts';
import type { CdnRange } from './use-stats';

interface Props {
  readonly slots: readonly CdnSlot[];
  readonly range: CdnRange;
}

/** The same figures as a table, newest first. */
export function TrafficTable({ slots, range }: Props) {
  const text = useText(statsTexts);
  const format = useLocaleFormat();
  const name = text('table', { period: text(`range.${range}`) });
  const ratio = (slot: CdnSlot) => {
    const hit = hitRatio(slot);
    return hit === undefined ? '—' : `${percentFigure(hit, format.number)}%`;
  };
  const time = (slot: CdnSlot) =>
    slotLabel(slot.at, {
      length: slotLengthOf(range),
      end: slot === slots.at(-1) ? text('now') : undefined,
    });
  return (
    // It scrolls, so keyboard users must be able to focus it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="dc-table" role="group" aria-label={name} tabIndex={0}>
      <table>
        <caption className="sd-visually-hidden">{name}</caption>
        <thead>
          <tr>
            {(['time', 'hit', 'origin', 'requests', 'ratio'] as const).map((column) => (
              <th key={column} scope="col">
                {text(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {slots.toReversed().map((slot) => (
            <tr key={slot.at}>
              <th scope="row">{time(slot)}</th>
              <td>{format.bytes(slot.hitBytes)}</td>
              <td>{format.bytes(originBytes(slot))}</td>
              <td>{format.number(slot.requests)}</td>
              <td>{ratio(slot)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
