import type { ScanFile } from '@sitedeck/contract';
import type { RemoteContext } from '@sitedeck/sdk';

/** Stands in a path for bytes that are not UTF-8: the file manager can't be given such a name. */
const REPLACEMENT = '\uFFFD';

/** Address of the file manager with the file open; undefined where there is none, or where the file is gone. */
export function addressOfFile(ctx: RemoteContext, { path, state, findings }: ScanFile): string | undefined {
  // A portal shows this remote alone.
  if (ctx.surface || state === 'quarantined' || state === 'resolved' || path.includes(REPLACEMENT))
    return undefined;
  const search = new URLSearchParams({
    path: path.slice(0, path.lastIndexOf('/')) || '/',
    act: 'edit',
    file: path,
  });
  const [gravest] = findings;
  if (gravest) search.set('line', String(gravest.line));
  return `/fileManage?${search.toString()}`;
}
