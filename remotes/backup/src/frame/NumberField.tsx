import { Input } from '@sitedeck/ui/page';
import { useId, useState } from 'react';

interface Props {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  /** Shown behind the number. */
  readonly unit?: string;
  readonly onChange: (value: number) => void;
}

/** A field for an integer between `min` and `max`; reports only valid input. */
export function NumberField({ label, value, min, max, unit, onChange }: Props) {
  const id = useId();
  const [typed, setTyped] = useState(String(value));
  const numberOf = (entered: string): number | undefined => {
    const number = Number(entered);
    return entered !== '' && Number.isInteger(number) && number >= min && number <= max ? number : undefined;
  };
  const isWrong = numberOf(typed) === undefined;
  const type = (next: string) => {
    setTyped(next);
    const number = numberOf(next);
    if (number !== undefined) onChange(number);
  };
  return (
    <div className="sd-field">
      <label htmlFor={id} className="sd-label">
        {label}
      </label>
      <Input
        id={id}
        inputMode="numeric"
        value={typed}
        status={isWrong ? 'error' : ''}
        aria-invalid={isWrong}
        onChange={(event) => type(event.target.value.trim())}
        onBlur={() => setTyped(String(value))}
        suffix={unit && <span className="sd-secondary">{unit}</span>}
      />
    </div>
  );
}
