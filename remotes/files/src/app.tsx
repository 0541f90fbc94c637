import type { RemoteContext } from '@sitedeck/sdk';
import { FilesPage } from './pages/FilesPage';

/** Door `./app`: the remote in the tree of whoever holds it. Needs the kit's provider above it. */
export function App({ ctx }: { readonly ctx: RemoteContext }) {
  return <FilesPage ctx={ctx} />;
}
