import type { BootRemote } from '@sitedeck/contract';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { Page } from '../routing/pages';
import { compatibilityOf } from './compatibility';
import { loadApp } from './load-remote';
import { RemoteBoundary } from './RemoteBoundary';
import { RemoteFailed, RemoteIncompatible, RemoteLoading } from './RemoteStates';
import { useRemoteContext } from './use-remote-context';

interface Props {
  readonly remote: BootRemote;
  readonly page: Page;
}

/** The content area of a remote: whatever happens to it stays inside. A retry needs no reload of the page. */
export function RemoteArea({ remote, page }: Props) {
  const [attempt, setAttempt] = useState(0);
  const retry = () => setAttempt(attempt + 1);
  // `lazy` remembers a rejection for ever: each attempt has its own. Made above Suspense, since what suspends on its
  // first render forgets what it made and would ask without end.
  const App = useMemo(
    () => lazy(() => loadApp(remote, attempt).then(({ App }) => ({ default: App }))),
    [remote, attempt],
  );
  const ctx = useRemoteContext(remote.name);
  const fit = compatibilityOf(remote);
  if (fit !== 'fits') return <RemoteIncompatible title={page.title} why={fit} />;
  return (
    <RemoteBoundary
      key={attempt}
      failed={(error) => <RemoteFailed title={page.title} error={error} retry={retry} />}
    >
      <Suspense fallback={<RemoteLoading retry={retry} />}>
        <App ctx={ctx} />
      </Suspense>
    </RemoteBoundary>
  );
}
