import type { BackupKind, CallInput, restoreBackup } from '@sitedeck/contract';

/** What to restore from a point. */
export type RestoreRequest =
  | { readonly is: 'parts'; readonly parts: BackupKind }
  | { readonly is: 'table' }
  | { readonly is: 'paths'; readonly paths: readonly string[] };

/** `mirror` deletes what was added since; `overlay` keeps it. */
export type Mode = 'mirror' | 'overlay';

export type RestoreBody = CallInput<typeof restoreBackup>['body'];

/** The part of the site that the restore changes, for texts. */
export const partOf = (request: RestoreRequest): BackupKind =>
  request.is === 'parts' ? request.parts : request.is === 'table' ? 'database' : 'site';

export function bodyOf(
  point: number,
  request: RestoreRequest,
  { mode, table }: { readonly mode: Mode; readonly table: string },
): RestoreBody {
  if (request.is === 'paths') return { point, mode: 'overlay', paths: [...request.paths] };
  if (request.is === 'table') return { point, mode: 'overlay', table };
  return { point, mode, parts: request.parts };
}
