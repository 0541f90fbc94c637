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
  const fit = compatibilityOf(remote);
  if (fit !== 'fits') return <RemoteIncompatible title={page.title} why={fit} />;
  return (
    <RemoteBoundary
      key={attempt}
      failed={(error) => <RemoteFailed title={page.title} error={error} retry={retry} />}
    >
      <Suspense fallback={<RemoteLoading retry={retry} />}>
        <LoadedRemote remote={remote} />
      </Suspense>
    </RemoteBoundary>
  );
}

function LoadedRemote({ remote }: Pick<Props, 'remote'>) {
  // `lazy` remembers a rejection for ever: each attempt mounts anew and makes its own.
  const App = useMemo(() => lazy(() => loadApp(remote).then(({ App }) => ({ default: App }))), [remote]);
  const ctx = useRemoteContext(remote.name);
  return <App ctx={ctx} />;
}
