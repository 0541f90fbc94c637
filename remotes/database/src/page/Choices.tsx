import { useId, type ReactNode, type RefObject } from 'react';

interface Props<Value extends string> {
  readonly legend: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  /** The one that is chosen. */
  readonly input?: RefObject<HTMLInputElement | null>;
  /** Each with what it means, below its name. */
  readonly options: readonly { readonly value: Value; readonly label: string; readonly hint?: ReactNode }[];
}

/** A choice of few, each with its consequence. */
export function Choices<Value extends string>({ legend, value, onChange, input, options }: Props<Value>) {
  const name = useId();
  return (
    <fieldset className="db-choices">
      <legend className="sd-label">{legend}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            ref={option.value === value ? input : undefined}
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>
            {option.label}
            {option.hint && <span className="sd-hint sd-small db-block">{option.hint}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
