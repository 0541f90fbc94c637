import { implementTask, type ImplementedTask } from '#queue/worker/run-task';
import { settleInterrupted } from './node-databases';
import { trySafetyCopy, type SafetyCopyParts, type SafetyCopyResult } from './safety-copy';
import { emptyTask } from '../tasks';

export const implementEmpty = (parts: SafetyCopyParts): ImplementedTask =>
  implementTask(emptyTask, {
    run: async (context) => {
      const { scope, step } = context;
      let copy: SafetyCopyResult = { undo: context.taskId, warnings: [] };
      await step('safety', async () => void (copy = await trySafetyCopy(parts, context, 'DB_EMPTY')));
      await step('empty', () => parts.databases.empty(scope.hostCode));
      return { ...copy };
    },
    cleanup: ({ scope }) => settleInterrupted(parts.databases, scope.hostCode),
  });
