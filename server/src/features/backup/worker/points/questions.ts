import type { BackupProtocol } from '#system/restic/protocol';
import type { RpcHandlers } from '#system/rpc/rpc';
import { makeFairQueue } from '#system/concurrency/queue';
import type { BackupWork } from '../backup-work';
import { browse } from './browse';
import { compare } from './compare';
import { targetPoints } from '../targets/target-points';
import { ownTarget } from '#features/backup/target-store';
import { testTarget } from '../targets/test-target';

/** Each starts an engine that takes memory by the size of the repository: hosts that are looked into at once. */
const LOOKS_AT_ONCE = 6;
/** Looks of one host, under way or waiting. */
export const LOOKS_OF_HOST = 8;
/** These wait for somebody else's server. */
const TESTS_AT_ONCE = 16;
const TESTS_OF_HOST = 2;

/** What the API asks a node's worker about backups. A host that asks too much at once is refused (too-many-at-once). */
export function backupQuestions(work: BackupWork): RpcHandlers<BackupProtocol> {
  const [looks, tests] = [
    makeFairQueue(LOOKS_AT_ONCE, LOOKS_OF_HOST),
    makeFairQueue(TESTS_AT_ONCE, TESTS_OF_HOST),
  ];
  return {
    engine: () => Promise.resolve({ version: work.repositories.version }),
    browse: (asked, { signal }) => looks(asked.hostCode, () => browse(work, asked, signal)),
    compare: (asked, { signal }) => looks(asked.hostCode, () => compare(work, asked, signal)),
    rotateKey: async ({ hostCode }) => {
      await work.repositories.rotateKey(hostCode);
      return {};
    },
    targetPoints: ({ hostCode, target }, { signal }) =>
      tests(hostCode, async () => targetPoints(work, await ownTarget(work.db, hostCode, target), signal)),
    testTarget: (asked, { signal }) => tests(asked.hostCode, () => testTarget(work, asked, signal)),
  };
}
