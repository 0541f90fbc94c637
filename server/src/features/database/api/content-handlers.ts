import { SAFETY_COPY_DAYS, type consoleCalls } from '@sitedeck/contract';
import { callerGone } from '#api/calls/caller-gone';
import type { Handlers } from '#api/calls/handlers';
import { Refusal } from '#faults/refusal';
import { emptyTask, importTask, replaceTask } from '../tasks';
import type { StartTask } from '#queue/enqueue';
import type { DatabaseWorker } from './database-worker';

export type ContentCalls = Pick<
  typeof consoleCalls,
  'emptyDatabase' | 'checkReplaceUrl' | 'replaceUrl' | 'listSafetyCopies' | 'undoDatabase'
>;

/** Calls that change a database's content in place, and restore the safety copies that undo it. */
export const contentHandlers = (worker: DatabaseWorker, startTask: StartTask): Handlers<ContentCalls> => ({
  emptyDatabase: (_, { scope }) => startTask(scope, emptyTask, {}),
  checkReplaceUrl: ({ body }, context) => {
    if (body.from === body.to) throw new Refusal('replace-same', { field: 'to' });
    const { hostCode } = context.scope;
    return worker.call('checkReplaceUrl', { hostCode, ...body }, { signal: callerGone(context) });
  },
  replaceUrl: ({ body }, { scope, note }) => {
    if (body.from === body.to) throw new Refusal('replace-same', { field: 'to' });
    note(body.from, { before: { text: body.from }, after: { text: body.to } });
    return startTask(scope, replaceTask, body);
  },
  listSafetyCopies: (_, { scope: { hostCode } }) => worker.call('safetyCopies', { hostCode }),
  undoDatabase: async ({ body }, { scope, note }) => {
    note(String(body.taskId));
    const { copies } = await worker.call('safetyCopies', { hostCode: scope.hostCode });
    const copy = copies.find(({ taskId }) => taskId === body.taskId);
    if (!copy) throw new Refusal('safety-gone', { values: { days: SAFETY_COPY_DAYS } });
    return startTask(scope, importTask, {
      undoes: copy.taskId,
      undoneType: copy.taskType,
      ...(copy.isUndo && { redo: true }),
    });
  },
});
