import { useId, type ReactNode, type RefObject } from 'react';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly rows: number;
  readonly placeholder?: string;
  readonly hint?: string;
  readonly input?: RefObject<HTMLTextAreaElement | null>;
  /** A control that fills the field. */
  readonly end?: ReactNode;
}

/** A field for several lines of text that programs read. */
export function LinesField({ label, value, onChange, rows, placeholder, hint, input, end }: Props) {
  const id = useId();
  return (
    <div className="sd-field">
      <span className="dm-field-head">
        <label className="sd-label" htmlFor={id}>
          {label}
        </label>
        {end}
      </span>
      <textarea
        id={id}
        ref={input}
        className="sd-input dm-lines"
        rows={rows}
        value={value}
        placeholder={placeholder}
        spellCheck={false}
        autoComplete="off"
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={(event) => onChange(event.target.value)}
      />
      {hint !== undefined && (
        <p id={`${id}-hint`} className="sd-hint sd-small">
          {hint}
        </p>
      )}
    </div>
  );
}
