import { Button, TextField, useText } from '@sitedeck/ui/core';
import { useId, useState } from 'react';
import { errorPageTexts } from './error-page-texts';

interface FileFieldProps {
  readonly path: string;
  readonly error: string | undefined;
  /** The chosen file is live but does not exist. */
  readonly missing: boolean;
  readonly onChange: (path: string) => void;
}

export function FileField({ path, error, missing, onChange }: FileFieldProps) {
  const text = useText(errorPageTexts);
  return (
    <div className="he-narrow">
      <TextField
        label={text('file')}
        value={path}
        onChange={(typed) => onChange(typed.trim())}
        hint={text('file.hint')}
        error={error ?? (missing ? text('file.missing') : undefined)}
        autoComplete="off"
      />
    </div>
  );
}

interface ContentFieldProps {
  readonly content: string;
  readonly error: string | undefined;
  readonly onChange: (content: string) => void;
}

/** The owner's own page as HTML. */
export function ContentField({ content, error, onChange }: ContentFieldProps) {
  const text = useText(errorPageTexts);
  const id = useId();
  // An empty field is no mistake before the user had a chance to fill it.
  const [isTouched, setTouched] = useState(content !== '');
  const shown = isTouched ? error : undefined;
  return (
    <div>
      <label className="sd-label" htmlFor={id}>
        {text('text')}
      </label>
      <textarea
        id={id}
        className="sd-input sd-mono he-lines-field"
        rows={12}
        value={content}
        spellCheck={false}
        aria-invalid={shown !== undefined}
        aria-describedby={`${id}-error`}
        onBlur={() => setTouched(true)}
        onChange={(event) => onChange(event.target.value)}
      />
      <p id={`${id}-error`} className="sd-field-error" role="alert">
        {shown}
      </p>
      {content === '' && <Button onClick={() => onChange(text('sample.body'))}>{text('sample')}</Button>}
    </div>
  );
}
