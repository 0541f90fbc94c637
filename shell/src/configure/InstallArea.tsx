import type { Task } from '@sitedeck/contract';
import { isBlocked, useCurrentHost, useTasks } from '@sitedeck/sdk';
import { lazy, Suspense, useState } from 'react';
import { AreaBoundary } from '../remotes/AreaBoundary';

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
  const [hasAsked, setHasAsked] = useState(false);
  if (unconfigured && !hasAsked) setHasAsked(true);
  return (
    <AreaBoundary failed={() => null}>
      <Suspense fallback={null}>
        {install && <InstallMask task={install} />}
        {/* Stays: the steps go on while the list already says how they ended. */}
        {hasAsked && <ConfigureArea task={unconfigured} />}
      </Suspense>
    </AreaBoundary>
  );
}

/** The app install that covers the page while it runs. */
const installOf = (tasks: readonly Task[]): Task | undefined =>
  tasks.find(({ taskType, taskStatus }) => taskType === 'APP_INSTALL' && taskStatus === 'RUNNING');

/** The oldest finished install whose configuration was neither done nor declined. */
const unconfiguredOf = (tasks: readonly Task[]): Task | undefined =>
  tasks.findLast(
    ({ taskStatus, postStatus }) => taskStatus === 'RUNNING_SUCCESS' && postStatus === 'CONFIGURATION',
  );
