import { dayjs, TimePicker } from '@sitedeck/ui/date';
import { useId } from 'react';

const FORMAT = 'HH:mm';
/** Any day: only its time is shown. */
const DAY = '2026-01-01';

interface Props {
  readonly label: string;
  /** As `03:00`. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A labelled field for a time of day, in 24 hours in every browser. */
export function TimeField({ label, value, onChange }: Props) {
  const id = useId();
  return (
    <div className="sd-field">
      <label htmlFor={id} className="sd-label">
        {label}
      </label>
      <TimePicker
        id={id}
        className="sd-wide"
        format={FORMAT}
        allowClear={false}
        needConfirm={false}
        value={dayjs(`${DAY}T${value}`)}
        onChange={(next) => {
          if (next !== null) onChange(next.format(FORMAT));
        }}
      />
    </div>
  );
}
