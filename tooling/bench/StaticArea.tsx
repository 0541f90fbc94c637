import type { BootRemote } from '@sitedeck/contract';
import { Suspense } from 'react';
import { useRemoteContext } from '../../shell/src/remotes/use-remote-context';
import { heldRemote } from './static-remotes';

/** In place of the shell's own: the page itself, with nothing around it that isolates it. */
export function RemoteArea({ remote }: { readonly remote: BootRemote }) {
  const ctx = useRemoteContext(remote);
  const App = heldRemote(remote.name)?.App;
  return <Suspense fallback={null}>{App && <App ctx={ctx} />}</Suspense>;
}
