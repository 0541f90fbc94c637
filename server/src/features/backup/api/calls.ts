import type { Readable } from 'node:stream';
import type { consoleCalls, providerCalls } from '@sitedeck/contract';
import type { Enqueue, StartTask } from '#queue/enqueue';
import type { Db } from '#state/db';
import type { RpcClient } from '#system/rpc/rpc';
import type { BackupProtocol, DownloadRequest } from '../protocol';

type BackupCallName = Extract<
  {
    [Name in keyof typeof consoleCalls]: (typeof consoleCalls)[Name]['path'] extends `/api/backup/${string}`
      ? Name
      : never;
  }[keyof typeof consoleCalls],
  string
>;
/** Calls of the console that this feature answers. */
export type BackupCalls = Pick<typeof consoleCalls, BackupCallName>;

/** Calls of the provider's listener that this feature answers. */
export type BackupProviderCalls = Pick<
  typeof providerCalls,
  'listKeptBackups' | 'restoreKeptBackup' | 'rotateBackupKey'
>;

export interface Download {
  readonly body: Readable;
  /** True for a single file, false for an archive. */
  readonly isFile: boolean;
}

/** What this feature needs of the API process. */
export interface BackupParts {
  readonly db: Db;
  /** The worker of the node that holds the hosts. */
  readonly worker: RpcClient<BackupProtocol>;
  readonly openDownload: (request: DownloadRequest) => Promise<Download>;
  readonly enqueue: Enqueue;
  readonly now: () => number;
}

/** What the handlers of this feature need. */
export interface HandlerParts extends Omit<BackupParts, 'enqueue'> {
  /** Enqueues a task for a call. Refuses with `backup-engine-missing`, `workspace-busy` or `host-gone`. */
  readonly startTask: StartTask;
}
