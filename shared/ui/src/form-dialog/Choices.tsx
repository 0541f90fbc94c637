import { useId, type ReactNode, type RefObject } from 'react';

interface Props<Value extends string> {
  readonly legend: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  /** Receives the input element of the chosen option. */
  readonly input?: RefObject<HTMLInputElement | null>;
  /** `hint` says below the label what the option means. */
  readonly options: readonly { readonly value: Value; readonly label: string; readonly hint?: ReactNode }[];
}

/** Radio buttons, each with its consequence below the label. */
export function Choices<Value extends string>({ legend, value, onChange, input, options }: Props<Value>) {
  const name = useId();
  return (
    <fieldset className="sd-choices">
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
            {option.hint && <span className="sd-hint sd-small">{option.hint}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
