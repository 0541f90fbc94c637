import type { Handlers } from '#api/calls/handlers';
import type { BackupCalls, BackupParts, BackupProviderCalls } from './calls';
import { downloadHandlers } from './download-handlers';
import { planHandlers } from './plan-handlers';
import { pointHandlers } from './point-handlers';
import { orphanHandlers } from './orphan-handlers';
import { restoreHandlers } from './restore-handlers';
import { targetHandlers } from './target-handlers';
import { verifyHandlers } from './verify-handlers';

export type { BackupCalls, BackupParts, BackupProviderCalls } from './calls';

/** Answers the console's calls about backups. */
export const backupHandlers = (parts: BackupParts): Handlers<BackupCalls> => ({
  ...pointHandlers(parts),
  ...restoreHandlers(parts),
  ...verifyHandlers(parts),
  ...planHandlers(parts),
  ...targetHandlers(parts),
  ...downloadHandlers(parts),
});

/** Answers the provider's calls about backups. */
export const backupProviderHandlers = (
  parts: Pick<BackupParts, 'db' | 'worker' | 'enqueue'>,
): Handlers<BackupProviderCalls> => orphanHandlers(parts);
