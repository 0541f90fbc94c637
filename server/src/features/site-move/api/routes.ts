import type { consoleCalls, MoveSource } from '@sitedeck/contract';
import { reasonText } from '@sitedeck/contract/connection-text';
import type { Handlers } from '#api/calls/handlers';
import { Refusal } from '#faults/refusal';
import type { Enqueue } from '#queue/enqueue';
import type { Db } from '#state/db';
import { readResult } from '../result-store';
import { moveCheckTask, moveTask } from '../tasks';

export interface SiteMoveParts {
  readonly db: Db;
  readonly enqueue: Enqueue;
}

type SiteMoveCalls = Pick<typeof consoleCalls, 'checkMove' | 'startMove' | 'retryMove' | 'getCloneInfo'>;

/** The address of a source, as lists show it. */
const addressOf = ({ protocol, server, port, folder }: Omit<MoveSource, 'password'>): string => {
  const name = server.includes(':') ? `[${server}]` : server;
  return `${protocol}://${name}:${port}/${folder.replace(/^\/+/, '')}`;
};

/** What a task's row shows of a source, and what only the worker reads. */
function storedSource({ password, ...source }: MoveSource) {
  return { ftpServer: addressOf(source), source, hidden: { password } };
}

/** What a retry needs of the parameters of an earlier move. */
const EarlierMove = moveTask.payload;

/** Answers the console's calls about site moves. */
export function siteMoveHandlers({ db, enqueue }: SiteMoveParts): Handlers<SiteMoveCalls> {
  return {
    checkMove: async ({ body: { source, target } }, { scope: { hostCode, operator }, note }) => {
      const stored = storedSource(source);
      note(target, { source: stored.ftpServer });
      const payload = { ...stored, targetPath: target };
      const { id } = await enqueue(moveCheckTask, { hostCode, operator, payload });
      return { taskId: id };
    },
    startMove: async ({ body: { source, target, removeGone } }, { scope: { hostCode, operator }, note }) => {
      const stored = storedSource(source);
      note(target, { source: stored.ftpServer, removeGone });
      const payload = { ...stored, targetPath: target, removeGone };
      const { id } = await enqueue(moveTask, { hostCode, operator, payload });
      return { taskId: id };
    },
    retryMove: async ({ body: { preTaskCode, password } }, { scope, note }) => {
      const earlier = await readResult(db, scope, preTaskCode);
      const only = earlier?.result.failed.map(({ path }) => path) ?? [];
      if (!earlier || only.length === 0) throw new Refusal('move-nothing-failed', { field: 'preTaskCode' });
      const { ftpServer, source, targetPath } = EarlierMove.parse({
        ...earlier.params,
        hidden: { password },
      });
      note(targetPath, { source: ftpServer, count: only.length });
      const { hostCode, operator } = scope;
      const payload = { ftpServer, source, targetPath, removeGone: false, hidden: { password, only } };
      const { id } = await enqueue(moveTask, { hostCode, operator, payload });
      return { taskId: id };
    },
    getCloneInfo: async ({ params }, { scope, locale }) => {
      const found = await readResult(db, scope, params.id);
      if (!found) throw new Refusal('not-found', { field: 'id' });
      const { copiedFiles, copiedBytes, failed } = found.result;
      const shown = failed.map(({ path, reason }) => ({ path, reason: reasonText(reason, locale) }));
      return { copiedFiles, copiedBytes, failed: shown };
    },
  };
}
