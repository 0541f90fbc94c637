import { useId, type ReactNode, type RefObject } from 'react';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly rows: number;
  readonly placeholder?: string;
  readonly hint?: string;
  /** What is wrong with the value, announced at once. */
  readonly error?: string | undefined;
  readonly input?: RefObject<HTMLTextAreaElement | null>;
  /** A control that fills the field. */
  readonly end?: ReactNode;
}

/** A monospaced field for several lines, such as domains, URLs or PEM. */
export function LinesField({ label, value, onChange, rows, placeholder, hint, error, input, end }: Props) {
  const id = useId();
  const below = [...(error ? [`${id}-error`] : []), ...(hint ? [`${id}-hint`] : [])].join(' ');
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
        className={error ? 'sd-input sd-input-error dm-lines' : 'sd-input dm-lines'}
        rows={rows}
        value={value}
        placeholder={placeholder}
        spellCheck={false}
        autoComplete="off"
        aria-invalid={error !== undefined}
        aria-describedby={below || undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      <p id={`${id}-error`} className="sd-field-error" role="alert">
        {error}
      </p>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="sd-hint sd-small">
          {hint}
        </p>
      )}
    </div>
  );
}
