import { TextField, useText } from '@sitedeck/ui/core';
import { errorPageTexts } from './error-page-texts';

interface Props {
  readonly path: string;
  readonly error: string | undefined;
  /** It is in force, and not there. */
  readonly missing: boolean;
  readonly onChange: (path: string) => void;
}

export function FileField({ path, error, missing, onChange }: Props) {
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
