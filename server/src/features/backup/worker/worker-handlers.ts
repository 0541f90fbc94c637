import type { RpcHandlers } from '#system/rpc/rpc';
import { makeFairQueue } from '#system/concurrency/queue';
import { ownTarget } from '../target-store';
import type { BackupProtocol } from '../protocol';
import type { BackupTools } from './tools';
import { browsePoint } from './points/browse-point';
import { comparePoint } from './points/compare-point';
import { listTargetPoints } from './targets/list-target-points';
import { testTarget } from './targets/test-target';

/** Each read starts restic, which takes memory in proportion to the size of the repository. */
const READS_AT_ONCE = 6;
/** Reads of one host, running or waiting. */
export const READS_PER_HOST = 8;
/** Tests wait for a server that is not ours. */
const TESTS_AT_ONCE = 16;
const TESTS_PER_HOST = 2;

/** Answers the API's questions about backups. Refuses a host that asks too much at once (`too-many-at-once`). */
export function backupWorkerHandlers(tools: BackupTools): RpcHandlers<BackupProtocol> {
  const [reads, tests] = [
    makeFairQueue(READS_AT_ONCE, READS_PER_HOST),
    makeFairQueue(TESTS_AT_ONCE, TESTS_PER_HOST),
  ];
  return {
    engine: () => Promise.resolve({ version: tools.repositories.version }),
    browse: (request, { signal }) => reads(request.hostCode, () => browsePoint(tools, request, signal)),
    compare: (request, { signal }) => reads(request.hostCode, () => comparePoint(tools, request, signal)),
    rotateKey: async ({ hostCode }) => {
      await tools.repositories.rotateKey(hostCode);
      return {};
    },
    targetPoints: ({ hostCode, target }, { signal }) =>
      tests(hostCode, async () =>
        listTargetPoints(tools, await ownTarget(tools.db, hostCode, target), signal),
      ),
    testTarget: (request, { signal }) => tests(request.hostCode, () => testTarget(tools, request, signal)),
  };
}
