import type { BackupPoint } from '@sitedeck/contract';
import { useDialog } from '@sitedeck/ui/core';
import { lazy, Suspense } from 'react';

const BrowseDrawer = lazy(() =>
  import('../browse/BrowseDrawer').then((file) => ({ default: file.BrowseDrawer })),
);
const CompareDrawer = lazy(() =>
  import('../browse/CompareDrawer').then((file) => ({ default: file.CompareDrawer })),
);

/** Opens the drawers that show a point without changing anything. */
export function usePointDrawers() {
  const show = useDialog();
  return {
    browse: (point: BackupPoint) =>
      show((gone) => (
        <Suspense>
          <BrowseDrawer point={point} onGone={gone} />
        </Suspense>
      )),
    compare: (point: BackupPoint) =>
      show((gone) => (
        <Suspense>
          <CompareDrawer point={point} onGone={gone} />
        </Suspense>
      )),
  };
}
