import type { BackupPoint } from '@sitedeck/contract';
import { showTaskStarted } from '@sitedeck/ui/core';
import { backupApi } from '../backup.api';

/** Has a point restored into a scratch place and compared, as a task. It changes nothing, so nothing locks it out. */
export function useVerifyPoint(): (point: BackupPoint, from?: Element) => Promise<void> {
  const [verify] = backupApi.useVerifyBackupMutation();
  return async ({ id }, from) => {
    const { data } = await verify({ body: { point: id } });
    // A refusal has been told by the shell.
    if (data) showTaskStarted(from);
  };
}
