import type { HostCode } from '@sitedeck/contract';
import type { Db } from '#state/db';
import type { TaskRow } from '#state/tables';
import type { Boss } from './boss';
import type { KindDescription } from './kind';
import type { TaskStore } from './task-store';

export interface Enqueued {
  readonly hostCode: HostCode;
  readonly operator: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

export type Enqueue = (kind: KindDescription, task: Enqueued) => Promise<TaskRow>;

/** Task row and job come into being together or not at all. Refuses workspace-busy, host-gone. */
export function makeEnqueue(db: Db, store: TaskStore, boss: Boss): Enqueue {
  return async (kind, { hostCode, operator, payload }) => {
    const steps = kind.planOf(payload).map((name) => ({ name, status: 'wait' as const }));
    const host = await db.selectFrom('host').select('node').where('code', '=', hostCode).executeTakeFirst();
    if (host) await boss.ensureQueue(host.node);
    return db.transaction().execute(async (trx) => {
      const task = await store.create(
        { hostCode, operator, type: kind.type, params: payload, status: 'WAIT', steps },
        trx,
      );
      await boss.send(trx, { node: task.node, hostCode, taskId: task.id });
      return task;
    });
  };
}
