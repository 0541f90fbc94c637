import { useId, type ReactNode } from 'react';

interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly hint?: ReactNode;
}

interface Props<Value extends string> {
  readonly legend: string;
  readonly choices: readonly Choice<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** One of few, each with what it means. */
export function Choices<Value extends string>({ legend, choices, value, onChange }: Props<Value>) {
  const name = useId();
  return (
    <fieldset className="bk-choices">
      <legend className="sd-label">{legend}</legend>
      {choices.map((choice) => (
        <label key={choice.value}>
          <input
            type="radio"
            name={name}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          <span>
            {choice.label}
            {choice.hint && <span className="sd-hint sd-small bk-block">{choice.hint}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
