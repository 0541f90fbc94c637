import type { RemoteContext } from '@sitedeck/sdk';
import { useFocusKept } from '@sitedeck/ui/focus';
import { useRef } from 'react';
import { BackupStyle } from './frame/BackupStyle';
import { BackupPage } from './pages/BackupPage';

/** Door `./app`: the remote in the tree of whoever holds it. Needs the kit's provider above it. */
export function App({ ctx }: { readonly ctx: RemoteContext }) {
  const kind = ctx.nav.path.startsWith('/backup/database') ? 'database' : 'site';
  const box = useRef<HTMLElement>(null);
  useFocusKept(box);
  return (
    <section ref={box} className="bk">
      <BackupStyle />
      <BackupPage key={kind} ctx={ctx} kind={kind} />
    </section>
  );
}
