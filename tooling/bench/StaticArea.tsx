import type { BootRemote } from '@sitedeck/contract';
import { Suspense } from 'react';
import { useRemoteContext } from '../../shell/src/remotes/use-remote-context';
import { staticRemote } from './static-remotes';

/** Replaces the shell's own area in the monolith: renders the remote without isolation. */
export function RemoteArea({ remote }: { readonly remote: BootRemote }) {
  const ctx = useRemoteContext(remote);
  const App = staticRemote(remote.name)?.App;
  return <Suspense fallback={null}>{App && <App ctx={ctx} />}</Suspense>;
}
