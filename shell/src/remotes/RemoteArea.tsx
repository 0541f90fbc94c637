import type { BootRemote } from '@sitedeck/contract';
import { lazy, Suspense, useState } from 'react';
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

/**
 * `lazy` remembers a rejection for ever: each attempt has its own. Made outside of what suspends, which forgets on its
 * first render what it made and would ask without end.
 */
function makeAttempt(remote: BootRemote, number: number) {
  return { number, App: lazy(() => loadApp(remote, number).then(({ App }) => ({ default: App }))) };
}

/** The content area of a remote: whatever happens to it stays inside. A retry needs no reload of the page. */
export function RemoteArea({ remote, page }: Props) {
  const [{ number, App }, setAttempt] = useState(() => makeAttempt(remote, 0));
  const retry = () => setAttempt(makeAttempt(remote, number + 1));
  const ctx = useRemoteContext(remote);
  const fit = compatibilityOf(remote);
  if (fit !== 'fits') return <RemoteIncompatible title={page.title} why={fit} />;
  return (
    <RemoteBoundary
      key={number}
      failed={(error) => <RemoteFailed title={page.title} error={error} retry={retry} />}
    >
      <Suspense fallback={<RemoteLoading retry={retry} />}>
        <App ctx={ctx} />
      </Suspense>
    </RemoteBoundary>
  );
}
