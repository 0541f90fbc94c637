import type { BackupPoint } from '@sitedeck/contract';
import { showTaskStarted } from '@sitedeck/ui/core';
import { backupApi } from '../backup.api';

/**
 * Starts a test restore, which restores the point into a scratch folder and compares it. It changes nothing,
 * so it is never blocked.
 */
export function useVerifyPoint(): (point: BackupPoint, from?: Element) => Promise<void> {
  const [verify] = backupApi.useVerifyBackupMutation();
  return async ({ id }, from) => {
    const { data } = await verify({ body: { point: id } });
    // The shell announces a refusal.
    if (data) showTaskStarted(from);
  };
}
