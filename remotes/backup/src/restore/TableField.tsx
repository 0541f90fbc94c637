import { TextField, useText } from '@sitedeck/ui/core';
import type { RefObject } from 'react';
import { restoreTexts } from './restore-texts';

interface Props {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | undefined;
  readonly input: RefObject<HTMLInputElement | null>;
}

/** Longest name that MariaDB takes. */
const NAME_MAX = 64;

/** Name of the one table. It is typed: the table may be the very one that is gone. */
export function TableField({ value, onChange, error, input }: Props) {
  const text = useText(restoreTexts);
  return (
    <TextField
      label={text('table')}
      value={value}
      onChange={onChange}
      error={error}
      input={input}
      maxLength={NAME_MAX}
      autoComplete="off"
      placeholder="wp_posts"
      hint={text('table.hint')}
    />
  );
}
