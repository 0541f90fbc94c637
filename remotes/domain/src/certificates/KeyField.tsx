import { Button, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { useId, useRef } from 'react';
import { FilePick } from '../frame/FilePick';
import { LinesField } from '../frame/LinesField';
import { certificateTexts } from './certificate-texts';

interface Props {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The last line of a PEM text, which completes the key. */
const COMPLETE = /-----END [A-Z ]*PRIVATE KEY-----/;

/** Takes a private key and hides it as soon as it is complete: it is never shown again. */
export function KeyField({ value, onChange }: Props) {
  const text = useText(certificateTexts);
  const format = useLocaleFormat();
  const id = useId();
  const again = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const fill = (next: string) => {
    onChange(next);
    // The field that had the focus is gone then.
    if (COMPLETE.test(next)) setTimeout(() => again.current?.focus());
  };
  if (COMPLETE.test(value))
    return (
      <div className="sd-field">
        <span id={id} className="sd-label">
          {text('upload.key')}
        </span>
        <span className="sd-row" role="group" aria-labelledby={id}>
          <span role="status">{text('upload.key.read', { n: format.number(value.length) })}</span>
          <Button
            ref={again}
            size="small"
            onClick={() => {
              onChange('');
              setTimeout(() => field.current?.focus());
            }}
          >
            {text('upload.key.again')}
          </Button>
        </span>
      </div>
    );
  return (
    <LinesField
      label={text('upload.key')}
      value={value}
      onChange={fill}
      input={field}
      rows={4}
      placeholder="-----BEGIN PRIVATE KEY-----"
      hint={text('upload.key.hint')}
      end={<FilePick words={text('upload.file.key')} accept=".key,.pem,text/plain" onRead={fill} />}
    />
  );
}
