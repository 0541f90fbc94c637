import type { BackupKind, CallInput, restoreBackup } from '@sitedeck/contract';

/** What shall be restored of a point. */
export type Wish =
  | { readonly is: 'parts'; readonly parts: BackupKind }
  | { readonly is: 'table' }
  | { readonly is: 'paths'; readonly paths: readonly string[] };

/** `mirror`: what came since goes. `overlay`: it stays. */
export type Mode = 'mirror' | 'overlay';

export type RestoreBody = CallInput<typeof restoreBackup>['body'];

/** The part of the site that changes, for words. */
export const partOf = (wish: Wish): BackupKind =>
  wish.is === 'parts' ? wish.parts : wish.is === 'table' ? 'database' : 'site';

export function bodyOf(
  point: number,
  wish: Wish,
  { mode, table }: { readonly mode: Mode; readonly table: string },
): RestoreBody {
  if (wish.is === 'paths') return { point, mode: 'overlay', paths: [...wish.paths] };
  if (wish.is === 'table') return { point, mode: 'overlay', table };
  return { point, mode, parts: wish.parts };
}
