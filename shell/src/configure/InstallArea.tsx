import { isBlocked, useCurrentHost, useTasks } from '@sitedeck/sdk';
import { lazy, Suspense, useState } from 'react';
import { AreaBoundary } from '../remotes/AreaBoundary';
import { installOf, unconfiguredOf } from './installing';

// Few pages ever see an installation, so its code is not in the first scripts.
const InstallMask = lazy(() => import('./InstallMask').then(({ InstallMask }) => ({ default: InstallMask })));
const ConfigureArea = lazy(() =>
  import('./ConfigureArea').then(({ ConfigureArea }) => ({ default: ConfigureArea })),
);

/** Covers the page while an app is being installed; afterwards asks whether to configure its environment. */
export function InstallArea() {
  const { tasks } = useTasks();
  const blocked = isBlocked(useCurrentHost());
  const install = installOf(tasks);
  const unconfigured = blocked || install ? undefined : unconfiguredOf(tasks);
  const [asked, setAsked] = useState(false);
  if (unconfigured && !asked) setAsked(true);
  return (
    <AreaBoundary failed={() => null}>
      <Suspense fallback={null}>
        {install && <InstallMask task={install} />}
        {/* Stays: the steps go on while the list already says how they ended. */}
        {asked && <ConfigureArea task={unconfigured} />}
      </Suspense>
    </AreaBoundary>
  );
}
