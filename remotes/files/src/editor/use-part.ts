import { useEffect, useState } from 'react';

export type Part<Module> =
  | { readonly is: 'loading' }
  | { readonly is: 'failed'; readonly retry: () => void }
  | { readonly is: 'ready'; readonly module: Module };

/**
 * A part of the page that is fetched when it is first needed. One that does not come can be asked for again, and takes
 * nothing else of the page with it.
 * @param load of module level: the same function every time
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
