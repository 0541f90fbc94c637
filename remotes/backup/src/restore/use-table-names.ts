import { listTables } from '@sitedeck/contract';
import { call } from '@sitedeck/sdk';
import { useEffect, useState } from 'react';

/** Tables of the database as it is now, by name; none where it can't be asked. */
export function useTableNames(): readonly string[] {
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
