import { useEffect, useState, type ReactNode } from 'react';

/** A faster load shows no skeleton: a flash of grey is worse than a short nothing, ms. */
const SKELETON_AFTER_MS = 300;

/** True once `ms` have passed since the component was mounted. */
export function useElapsed(ms: number): boolean {
  const [passed, setPassed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setPassed(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return passed;
}

/** A placeholder of a page; plain elements, since the kit's own skeleton is in a lazy facade. */
export function LateSkeleton({ children }: { readonly children?: ReactNode }) {
  const passed = useElapsed(SKELETON_AFTER_MS);
  return (
    <div aria-busy="true" className="sd-page-skeleton">
      {passed && [70, 100, 100, 45].map((width, row) => <div key={row} style={{ width: `${width}%` }} />)}
      {children}
    </div>
  );
}
