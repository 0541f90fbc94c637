import { TextField } from '@sitedeck/ui/core';
import { useState } from 'react';

interface Props {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly onChange: (value: number) => void;
}

/** A field for an integer between `min` and `max`; reports only valid input. */
export function NumberField({ label, value, min, max, onChange }: Props) {
  const [typed, setTyped] = useState(String(value));
  const type = (next: string) => {
    setTyped(next);
    const number = Number(next);
    if (next.trim() !== '' && Number.isInteger(number) && number >= min && number <= max) onChange(number);
  };
  return (
    <TextField
      label={label}
      type="number"
      inputMode="numeric"
      min={min}
      max={max}
      value={typed}
      onChange={type}
      onBlur={() => setTyped(String(value))}
    />
  );
}
