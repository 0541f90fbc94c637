import { formatTime } from '@sitedeck/sdk';
import { useLocaleFormat, useText } from '@sitedeck/ui/core';
import type { VisitRange, VisitSums } from './visit-slots';
import { visitsTexts } from './visits-texts';

interface Props {
  readonly sums: VisitSums;
  readonly range: VisitRange;
  readonly countedTo: string | null;
}

/** The totals in one line, and the time zone of hours and days. */
export function VisitsFoot({ sums, range, countedTo }: Props) {
  const text = useText(visitsTexts);
  const format = useLocaleFormat();
  return (
    <p className="sh-visits-foot">
      <span>{text('total', { n: format.number(sums.requests), bytes: format.bytes(sums.bytes) })}</span>
      <span>{text(`local.${range}`)}</span>
      {countedTo !== null && <span>{text('counted', { time: formatTime(countedTo).slice(11, 16) })}</span>}
    </p>
  );
}
