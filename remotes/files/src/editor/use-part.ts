import { useEffect, useState } from 'react';

export type Part<Module> =
  | { readonly is: 'loading' }
  | { readonly is: 'failed'; readonly retry: () => void }
  | { readonly is: 'ready'; readonly module: Module };

/**
 * A module that is loaded when first needed. A failed load can be retried and affects nothing else. @param
 * load must be the same function at each render, so defined at module level
 */
export function usePart<Module>(load: () => Promise<Module>, wanted: boolean): Part<Module> {
  const [part, setPart] = useState<Part<Module>>({ is: 'loading' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (!wanted) return;
    let here = true;
    load().then(
      (module) => here && setPart({ is: 'ready', module }),
      () => here && setPart({ is: 'failed', retry: () => setAttempt((before) => before + 1) }),
    );
    return () => {
      here = false;
    };
  }, [load, wanted, attempt]);
  return part;
}
