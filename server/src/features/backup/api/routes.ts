import type { Handlers } from '#api/calls/handlers';
import { makeStartTask } from '#queue/enqueue';
import type { BackupCalls, BackupParts, BackupProviderCalls } from './calls';
import { downloadHandlers } from './download-handlers';
import { makeEnsureEngine } from './engine-state';
import { planHandlers } from './plan-handlers';
import { pointHandlers } from './point-handlers';
import { orphanHandlers } from './orphan-handlers';
import { restoreHandlers } from './restore-handlers';
import { targetHandlers } from './target-handlers';
import { verifyHandlers } from './verify-handlers';

export type { BackupCalls, BackupParts, BackupProviderCalls } from './calls';

type StartParts = Pick<BackupParts, 'worker' | 'enqueue'>;

const startTaskOf = ({ worker, enqueue }: StartParts) => makeStartTask(enqueue, makeEnsureEngine(worker));

/** Answers the console's calls about backups. */
export function backupHandlers(parts: BackupParts): Handlers<BackupCalls> {
  const all = { ...parts, startTask: startTaskOf(parts) };
  return {
    ...pointHandlers(all),
    ...restoreHandlers(all),
    ...verifyHandlers(all),
    ...planHandlers(all),
    ...targetHandlers(all),
    ...downloadHandlers(all),
  };
}

/** Answers the provider's calls about backups. */
export const backupProviderHandlers = (
  parts: StartParts & Pick<BackupParts, 'db'>,
): Handlers<BackupProviderCalls> => orphanHandlers({ ...parts, startTask: startTaskOf(parts) });
