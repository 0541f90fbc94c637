import type { Readable } from 'node:stream';
import type { consoleCalls } from '@sitedeck/contract';
import type { Handlers } from '#api/calls/handlers';
import type { Enqueue } from '#queue/enqueue';
import type { Db } from '#state/db';
import type { BackupProtocol, BytesWish } from '#system/restic/protocol';
import type { RpcClient } from '#system/rpc/rpc';
import { downloadHandlers } from './download-handlers';
import { keepingHandlers } from './keeping-handlers';
import { planHandlers } from './plan-handlers';
import { pointHandlers } from './point-handlers';
import { targetHandlers } from './target-handlers';

type BackupCallName = Extract<
  {
    [Name in keyof typeof consoleCalls]: (typeof consoleCalls)[Name]['path'] extends `/api/backup/${string}`
      ? Name
      : never;
  }[keyof typeof consoleCalls],
  string
>;
/** The calls of this area. */
export type BackupCalls = Pick<typeof consoleCalls, BackupCallName>;

export interface BackupParts {
  readonly db: Db;
  /** Of the node on which the hosts lie. */
  readonly worker: RpcClient<BackupProtocol>;
  /** What a download brings; `isFile` where it is one file as it is. */
  readonly openBytes: (wish: BytesWish) => Promise<{ readonly body: Readable; readonly isFile: boolean }>;
  readonly enqueue: Enqueue;
  readonly now: () => number;
}

/** The backup area's part of the API process. */
export const backupHandlers = (parts: BackupParts): Handlers<BackupCalls> => ({
  ...pointHandlers(parts),
  ...keepingHandlers(parts),
  ...planHandlers(parts),
  ...targetHandlers(parts),
  ...downloadHandlers(parts),
});
