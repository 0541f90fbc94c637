import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { readFilter, type LogFilterKey } from './log-filter';

export type LogChange = Partial<Record<LogFilterKey, string | undefined>>;

/** Filters and page are in the address: a reload or a copied link shows the same. */
export function useLogFilter() {
  const [params, setParams] = useSearchParams();
  const filter = useMemo(() => readFilter(params), [params]);

  function change(next: LogChange): void {
    setParams(
      (now) => {
        const changed = new URLSearchParams(now);
        for (const [key, value] of Object.entries({ page: undefined, ...next })) {
          if (value === undefined || value === '') changed.delete(key);
          else changed.set(key, value);
        }
        return changed;
      },
      { replace: true },
    );
  }

  const clear = () => setParams(new URLSearchParams(), { replace: true });
  return { filter, change, clear };
}
