import { Button, useText } from '@sitedeck/ui/core';
import { useId } from 'react';
import { errorPageTexts } from './error-page-texts';

interface Props {
  readonly content: string;
  readonly error: string | undefined;
  readonly onChange: (content: string) => void;
}

/** A page of the owner's own, as HTML. */
export function TextFieldOfPage({ content, error, onChange }: Props) {
  const text = useText(errorPageTexts);
  const id = useId();
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
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-error`}
        onChange={(event) => onChange(event.target.value)}
      />
      <p id={`${id}-error`} className="sd-field-error" role="alert">
        {error}
      </p>
      {content === '' && <Button onClick={() => onChange(text('sample.body'))}>{text('sample')}</Button>}
    </div>
  );
}
