// The shared one: a copy in a remote would know nothing of the theme.
import { Select } from '@sitedeck/ui/page';
import { useId, type RefObject } from 'react';

interface Props<Value extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  /** Receives the element that takes the focus. */
  readonly fieldRef?: RefObject<HTMLElement | null>;
}

/** A labelled select. */
export function SelectField<Value extends string>({
  label,
  options,
  value,
  onChange,
  fieldRef,
}: Props<Value>) {
  const id = useId();
  return (
    <div className="sd-field">
      <label htmlFor={id} className="sd-label">
        {label}
      </label>
      <Select<Value>
        id={id}
        ref={(select) => {
          if (fieldRef) fieldRef.current = select?.nativeElement.querySelector('input') ?? null;
        }}
        className="sd-wide"
        value={value}
        onChange={onChange}
        options={[...options]}
      />
    </div>
  );
}
