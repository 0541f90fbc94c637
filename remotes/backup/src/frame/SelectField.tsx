import { useId, type RefObject } from 'react';

interface Props<Value extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly field?: RefObject<HTMLSelectElement | null>;
}

/** A labelled select. */
export function SelectField<Value extends string>({ label, options, value, onChange, field }: Props<Value>) {
  const id = useId();
  const choose = (chosenValue: string) => {
    const found = options.find((option) => option.value === chosenValue);
    if (found) onChange(found.value);
  };
  return (
    <div className="sd-field">
      <label htmlFor={id} className="sd-label">
        {label}
      </label>
      <select
        id={id}
        ref={field}
        className="sd-input bk-select"
        value={value}
        onChange={(event) => choose(event.target.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
