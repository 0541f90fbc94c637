import { type BackupKind, type CallInput, restoreBackup } from '@sitedeck/contract';
import { call, toFault } from '@sitedeck/sdk';
import { useVerify } from '@sitedeck/ui/core';
import type { FormOutcome } from '@sitedeck/ui/form-dialog';
import { readVerifyWays } from './verify-ways';

/** What to restore from a point. */
export type RestoreRequest =
  | { readonly is: 'parts'; readonly parts: BackupKind }
  | { readonly is: 'table' }
  | { readonly is: 'paths'; readonly paths: readonly string[] };

/** `mirror` deletes what was added since; `overlay` keeps it. */
export type Mode = 'mirror' | 'overlay';

type RestoreBody = CallInput<typeof restoreBackup>['body'];

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

/** Starts a restore after a step-up. `confirm` is the button's label. */
export function useRestore(): (body: RestoreBody, confirm: string) => Promise<FormOutcome> {
  const verify = useVerify();
  return async (body, confirm) => {
    try {
      const { is } = await verify({
        act: 'restoreBackup',
        ways: await readVerifyWays(),
        confirm,
        danger: true,
        run: (options) => call(restoreBackup, { body }, options),
      });
      return is === 'done' ? { is: 'done' } : { is: 'stay' };
    } catch (error) {
      return { is: 'refused', fault: toFault(error) };
    }
  };
}
