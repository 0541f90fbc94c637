import { TextField, useText } from '@sitedeck/ui/core';
import { useId, type RefObject } from 'react';
import { restoreTexts } from './restore-texts';
import { useTableNames } from './use-table-names';

interface Props {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | undefined;
  readonly input: RefObject<HTMLInputElement | null>;
}

/** Longest name that MariaDB takes. */
const NAME_MAX = 64;

/** Name of the one table. Those that are there now are offered; it may be typed, for the very one that is gone. */
export function TableField({ value, onChange, error, input }: Props) {
  const text = useText(restoreTexts);
  const names = useTableNames();
  const offered = useId();
  return (
    <>
      <TextField
        label={text('table')}
        value={value}
        onChange={onChange}
        error={error}
        input={input}
        list={offered}
        maxLength={NAME_MAX}
        autoComplete="off"
        placeholder="wp_posts"
        hint={text('table.hint')}
      />
      <datalist id={offered}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}
