import { useId, type InputHTMLAttributes, type ReactNode, type RefObject } from 'react';

type Native = Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'id' | 'onChange' | 'value' | 'className' | 'aria-invalid' | 'aria-describedby'
>;

interface Props extends Native {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly input?: RefObject<HTMLInputElement | null>;
  /** What is wrong with the value, announced at once. */
  readonly error?: string | undefined;
  readonly hint?: ReactNode;
  /** Shown beside the field: a button. */
  readonly end?: ReactNode;
}

/** A field with its label above and its error below; the error keeps what was typed. */
export function TextField({ label, value, onChange, input, error, hint, end, ...native }: Props) {
  const id = useId();
  const below = [...(error ? [`${id}-error`] : []), ...(hint ? [`${id}-hint`] : [])].join(' ');
  return (
    <div className="sd-field">
      <label htmlFor={id} className="sd-label">
        {label}
      </label>
      <div className="sd-field-box">
        <input
          {...native}
          id={id}
          ref={input}
          className={error ? 'sd-input sd-input-error' : 'sd-input'}
          value={value}
          spellCheck={false}
          aria-invalid={error !== undefined}
          aria-describedby={below || undefined}
          onChange={(event) => onChange(event.target.value)}
        />
        {end}
      </div>
      {/* Always there: what is put into it is read out. */}
      <p id={`${id}-error`} className="sd-field-error" role="alert">
        {error}
      </p>
      {hint && (
        <div id={`${id}-hint`} className="sd-hint sd-small">
          {hint}
        </div>
      )}
    </div>
  );
}
