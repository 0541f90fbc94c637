import type { BootRemote } from '@sitedeck/contract';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useFocusAfterRetry } from '../layout/use-heading-focus';
import type { Page } from '../routing/pages';
import { abandonScripts } from './abandon';
import { AreaBoundary } from './AreaBoundary';
import { AreaFailure } from './AreaFailure';
import { AreaLoading } from './AreaLoading';
import { renewCopies } from './diagnose';
import { beginEntering, hungLastTime, hungReference, awaitHeartbeats, stopEntering } from './entering';
import { failedBefore, loadApp, retryApp } from './load-remote';
import { obstacleOf } from './obstacle';
import { RemoteRefused } from './RemoteRefused';
import { useRemoteContext } from './use-remote-context';

interface Props {
  readonly remote: BootRemote;
  readonly page: Page;
}

/** The content area of a remote. A failure stays inside it, and a retry needs no page reload. */
export function RemoteArea({ remote, page }: Props) {
  const obstacle = obstacleOf(remote);
  if (obstacle) return <RemoteRefused title={page.title} remote={remote} cause={obstacle} />;
  return <OpenArea remote={remote} page={page} />;
}

/**
 * `lazy` caches a rejection for ever, so each attempt has its own. Call this outside the suspended component: React
 * discards that one's state on the first render, so every render would start another attempt.
 */
function makeAttempt(remote: BootRemote, load: typeof loadApp) {
  beginEntering(remote);
  made += 1;
  return { number: made, App: lazy(() => load(remote).then(({ App }) => ({ default: App }))) };
}

let made = 0;

function OpenArea({ remote, page }: Props) {
  const [attempt, setAttempt] = useState(() =>
    hungLastTime(remote) ? undefined : makeAttempt(remote, failedBefore(remote) ? retryApp : loadApp),
  );
  const ctx = useRemoteContext(remote);
  useEffect(() => () => stopEntering(remote), [remote]);
  useFocusAfterRetry(attempt?.number);

  function retry(): void {
    abandonScripts(remote.base);
    setAttempt(makeAttempt(remote, retryApp));
  }

  if (!attempt) {
    const known = hungReference(remote);
    return <RemoteRefused title={page.title} {...{ remote, known, retry }} cause={{ is: 'hang' }} />;
  }
  const { App, number } = attempt;
  return (
    <AreaBoundary
      key={number}
      failed={(error) => <AreaFailure title={page.title} about={remote} error={error} retry={retry} />}
    >
      <Suspense fallback={<AreaLoading retry={retry} />}>
        <App ctx={ctx} />
        <Entered remote={remote} />
      </Suspense>
    </AreaBoundary>
  );
}

/** Mounts together with the remote's first content. */
function Entered({ remote }: { readonly remote: BootRemote }) {
  useEffect(() => {
    awaitHeartbeats(remote);
    renewCopies();
  }, [remote]);
  return null;
}
