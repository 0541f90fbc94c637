import { TextField } from '@sitedeck/ui/core';
import { useState } from 'react';
import { timeOf } from './schedule-text';

/** How a value is typed. */
interface TypedForm {
  readonly write: (value: number) => string;
  /** Undefined: it can't be read. */
  readonly read: (typed: string) => number | undefined;
}

/** An integer between two others. */
export const NUMBER_FORM = (min: number, max: number): TypedForm => ({
  write: String,
  read: (typed) =>
    /^\d{1,2}$/.test(typed) && Number(typed) >= min && Number(typed) <= max ? Number(typed) : undefined,
});

/** A time of day in minutes, typed as `3:30` or `03:30`. */
export const TIME_FORM: TypedForm = {
  write: (value) => timeOf({ hour: Math.floor(value / 60), minute: value % 60 }),
  read: (typed) => {
    const match = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(typed);
    return match ? Number(match[1]) * 60 + Number(match[2]) : undefined;
  },
};

interface Props {
  readonly label: string;
  readonly value: number;
  readonly form: TypedForm;
  /** Shown while what is typed can't be read. */
  readonly problem: string;
  readonly hint?: string | undefined;
  readonly onChange: (value: number) => void;
}

/** A field for one value of a schedule. It reports only what can be read, and follows changes from elsewhere. */
export function PartField({ label, value, form, problem, hint, onChange }: Props) {
  const [typed, setTyped] = useState(form.write(value));
  const read = form.read(typed.trim());
  const shown = read === undefined || read === value ? typed : form.write(value);
  return (
    <TextField
      label={label}
      value={shown}
      onChange={(next) => {
        setTyped(next);
        const entered = form.read(next.trim());
        if (entered !== undefined) onChange(entered);
      }}
      onBlur={() => setTyped(form.write(value))}
      error={read === undefined ? problem : undefined}
      hint={hint}
      inputMode="numeric"
      autoComplete="off"
    />
  );
}
