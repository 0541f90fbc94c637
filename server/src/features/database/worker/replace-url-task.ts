import { implementTask, type ImplementedTask } from '#queue/worker/run-task';
import { Refusal } from '#faults/refusal';
import type { Gap } from '#system/mariadb/dump/gaps';
import { safetyCopyGaps } from '#system/mariadb/dump/warnings';
import { replaceText } from '#system/mariadb/replace-text/replace-text';
import { takeSafetyCopy, type SafetyCopyParts } from './safety-copy';
import { replaceTask } from '../tasks';

export const implementReplaceUrl = (parts: SafetyCopyParts): ImplementedTask =>
  implementTask(replaceTask, {
    run: async (context) => {
      const { payload, scope, signal, step, progress, taskId } = context;
      const { databases } = parts;
      let gaps: readonly Gap[] = [];
      await step('safety', async () => void (gaps = await takeSafetyCopy(parts, context, 'DB_REPLACE')));
      let done = {};
      await step('replace', async () => {
        const { access, overQuota } = await databases.facts(scope.hostCode);
        if (overQuota) throw new Refusal('over-quota');
        done = await replaceText(
          { server: databases.server, host: access, signal, ...payload },
          (rows, current) => progress({ rows, current }),
        );
      });
      return { undo: taskId, ...done, warnings: safetyCopyGaps(gaps) };
    },
    // The task is one transaction: an interrupted task has changed nothing.
    cleanup: () => Promise.resolve(),
  });
