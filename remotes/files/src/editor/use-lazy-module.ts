import { useEffect, useState } from 'react';

export type LazyModule<Module> =
  | { readonly is: 'loading' }
  | { readonly is: 'failed'; readonly retry: () => void }
  | { readonly is: 'ready'; readonly module: Module };

/**
 * A module that is loaded when first needed. A failed load can be retried and affects nothing else. @param
 * load must be the same function at each render, so defined at module level
 */
export function useLazyModule<Module>(load: () => Promise<Module>, wanted: boolean): LazyModule<Module> {
  const [lazyModule, setLazyModule] = useState<LazyModule<Module>>({ is: 'loading' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (!wanted) return;
    let isMounted = true;
    load().then(
      (module) => isMounted && setLazyModule({ is: 'ready', module }),
      () => isMounted && setLazyModule({ is: 'failed', retry: () => setAttempt((before) => before + 1) }),
    );
    return () => {
      isMounted = false;
    };
  }, [load, wanted, attempt]);
  return lazyModule;
}
