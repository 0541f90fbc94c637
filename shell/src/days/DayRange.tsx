import { useText } from '@sitedeck/ui/core';
import { DatePicker, dayjs } from '@sitedeck/ui/date';
import type { DayRange as Days } from './day-range';
import { daysTexts } from './days-texts';

interface Props {
  readonly days: Days;
  readonly onChange: (change: Partial<Days>) => void;
}

const FORMAT = 'YYYY-MM-DD';
const dayOf = (text: string | undefined) => (text === undefined ? null : dayjs(text, FORMAT));

/** Two days, the last one included. Two fields, since a range calendar does not fit a phone. */
export function DayRange({ days: { from, to }, onChange }: Props) {
  const text = useText(daysTexts);
  return (
    <span className="sh-days">
      <DatePicker
        aria-label={text('from')}
        placeholder={text('from')}
        value={dayOf(from)}
        disabledDate={(day) => to !== undefined && day.format(FORMAT) > to}
        onChange={(day) => onChange({ from: day?.format(FORMAT) })}
      />
      <span aria-hidden="true">–</span>
      <DatePicker
        aria-label={text('to')}
        placeholder={text('to')}
        value={dayOf(to)}
        disabledDate={(day) => from !== undefined && day.format(FORMAT) < from}
        onChange={(day) => onChange({ to: day?.format(FORMAT) })}
      />
    </span>
  );
}
