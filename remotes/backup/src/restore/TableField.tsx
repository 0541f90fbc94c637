import { listTables, TABLE_NAME_MAX } from '@sitedeck/contract';
import { call } from '@sitedeck/sdk';
import { TextField, useText } from '@sitedeck/ui/core';
import { useId, type RefObject, useEffect, useState } from 'react';
import { restoreTexts } from './restore-texts';

interface Props {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | undefined;
  readonly input: RefObject<HTMLInputElement | null>;
}

/** Asks for the name of one table. Suggests the existing ones; the name of a dropped table can be typed. */
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
        maxLength={TABLE_NAME_MAX}
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

/** Names of the database's present tables; empty if they can't be listed. */
function useTableNames(): readonly string[] {
  const [names, setNames] = useState<readonly string[]>([]);
  useEffect(() => {
    const end = new AbortController();
    call(listTables, {}, { signal: end.signal, quiet: true }).then(
      ({ tables }) => setNames(tables.filter(({ kind }) => kind === 'table').map(({ name }) => name)),
      () => undefined,
    );
    return () => end.abort();
  }, []);
  return names;
}
