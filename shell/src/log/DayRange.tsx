import { useText } from '@sitedeck/ui/core';
import { DatePicker, dayjs } from '@sitedeck/ui/date';
import type { LogFilter } from './log-filter';
import { logTexts } from './log-texts';
import type { LogChange } from './use-log-filter';

interface Props {
  readonly filter: LogFilter;
  readonly onChange: (change: LogChange) => void;
}

const FORMAT = 'YYYY-MM-DD';
const dayOf = (text: string | undefined) => (text === undefined ? null : dayjs(text, FORMAT));

/** Two days, the last one included. Two fields, since the calendars of a range don't fit a telephone. */
export function DayRange({ filter: { from, to }, onChange }: Props) {
  const text = useText(logTexts);
  return (
    <span className="sh-log-days">
      <DatePicker
        aria-label={text('span.from')}
        placeholder={text('span.from')}
        value={dayOf(from)}
        disabledDate={(day) => to !== undefined && day.format(FORMAT) > to}
        onChange={(day) => onChange({ from: day?.format(FORMAT) })}
      />
      <span aria-hidden="true">–</span>
      <DatePicker
        aria-label={text('span.to')}
        placeholder={text('span.to')}
        value={dayOf(to)}
        disabledDate={(day) => from !== undefined && day.format(FORMAT) < from}
        onChange={(day) => onChange({ to: day?.format(FORMAT) })}
      />
    </span>
  );
}
