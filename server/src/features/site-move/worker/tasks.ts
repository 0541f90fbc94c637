import { MOVE_LISTED_MAX } from '@sitedeck/contract';
import type { FileService } from '#files/link/protocol';
import { implementTask, type ImplementedTask } from '#queue/worker/run-task';
import { fileTarget } from '#sites/file-target';
import { cleanUpWithChild } from '#files/link/clean-up-with-child';
import type { Db } from '#state/db';
import type { Networks } from '#system/egress/networks';
import { resultOf, storeResult } from '../result-store';
import { moveCheckTask, moveTask } from '../tasks';

export interface SiteMoveTaskParts {
  readonly db: Db;
  readonly files: FileService;
  readonly networks: Networks;
}

const egressOf = ({ allowed, own }: Networks) => ({ allowed: [...allowed], own: [...own] });

const implementCheck = ({ files, networks }: SiteMoveTaskParts): ImplementedTask =>
  implementTask(moveCheckTask, {
    run: async ({ scope, payload, signal, progress, step }) => {
      let info: Record<string, unknown> | undefined;
      await step('compare', async () => {
        const { source, hidden, targetPath } = payload;
        const request = { source: { ...source, ...hidden }, target: targetPath, ...egressOf(networks) };
        info = await files.call(
          'checkMove',
          { ...fileTarget(scope.host), ...request },
          { signal, onProgress: progress },
        );
      });
      return info;
    },
    // A check leaves nothing.
    cleanup: () => Promise.resolve(),
  });

const implementMove = ({ db, files, networks }: SiteMoveTaskParts): ImplementedTask =>
  implementTask(moveTask, {
    run: async ({ scope, payload, taskId, signal, progress, step }) => {
      const target = fileTarget(scope.host);
      await step('copy', async () => {
        const { source, targetPath, removeGone } = payload;
        const { password, only = null } = payload.hidden;
        const request = { source: { ...source, password }, target: targetPath, removeGone, only, taskId };
        const result = await files.call(
          'moveSite',
          { ...target, ...request, ...egressOf(networks) },
          { signal, onProgress: progress },
        );
        await storeResult(db, taskId, result);
      });
      // The task has its result, so the record is no longer needed. If this fails, a sweep removes it later.
      await files.call('dropMoved', { ...target, taskId }).catch(() => undefined);
      const { failed, ...counts } = await resultOf(db, taskId);
      const { copiedFiles, copiedBytes, failedFiles: filesFailed } = counts;
      progress({
        ...{ files: copiedFiles, filesTotal: copiedFiles, filesFailed },
        ...{ bytes: copiedBytes, bytesTotal: copiedBytes },
      });
      return { ...counts, failed: failed.slice(0, MOVE_LISTED_MAX) };
    },
    cleanup: ({ scope, taskId }) =>
      cleanUpWithChild(() => files.call('dropMoved', { ...fileTarget(scope.host), taskId })),
  });

/** The tasks of site moves that the worker runs. */
export const siteMoveTasks = (parts: SiteMoveTaskParts): readonly ImplementedTask[] => [
  implementCheck(parts),
  implementMove(parts),
];
