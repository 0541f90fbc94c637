import type { BackupKind, HostCode, SitePath, StagingNoDatabase } from '@sitedeck/contract';
import { Refusal } from '#faults/refusal';
import { readUndoableTask, type UndoRequest } from '#sites/undoable-task';
import type { Db } from '#state/db';
import { storedJson } from '#state/stored-json';
import type { StagingRow } from '#state/tool-tables';
import { pushStagingTask } from './tasks';

export const readStagingRow = (db: Db, hostCode: HostCode): Promise<StagingRow | undefined> =>
  db.selectFrom('staging').selectAll().where('host_code', '=', hostCode).executeTakeFirst();

/** Refuses with `staging-gone` if the host has no complete staging copy. */
export async function readyStaging(db: Db, hostCode: HostCode): Promise<StagingRow> {
  const row = await readStagingRow(db, hostCode);
  if (row?.state !== 'ready') throw new Refusal('staging-gone');
  return row;
}

/** Stores the login of a copy that is to be made. Refuses with `staging-exists`. */
export async function claimStaging(db: Db, hostCode: HostCode, login: string): Promise<void> {
  const made = await db
    .insertInto('staging')
    .values({ host_code: hostCode, state: 'creating', login, task_id: null })
    // Tasks of one host lock each other out, so a row that no task has begun is left over.
    .onConflict((on) =>
      on
        .column('host_code')
        .doUpdateSet({ login })
        .where('staging.state', '=', 'creating')
        .where('staging.task_id', 'is', null),
    )
    .executeTakeFirst();
  if (made.numInsertedOrUpdatedRows === 0n) throw new Refusal('staging-exists');
}

/** From now on, folder and tables belong to the task, and go with it. Refuses with `staging-gone`. */
export async function beginStaging(db: Db, hostCode: HostCode, taskId: number): Promise<void> {
  const begun = await db
    .updateTable('staging')
    .set({ task_id: taskId })
    .where('host_code', '=', hostCode)
    .where('state', '=', 'creating')
    .executeTakeFirst();
  if (begun.numUpdatedRows === 0n) throw new Refusal('staging-gone');
}

export interface MadeStaging {
  readonly liveUrl: string | undefined;
  readonly noDatabase: StagingNoDatabase | undefined;
  readonly prefixes: readonly string[];
  readonly configured: readonly SitePath[];
  readonly cutOff: readonly SitePath[];
}

export async function markStagingReady(db: Db, hostCode: HostCode, made: MadeStaging): Promise<void> {
  await db
    .updateTable('staging')
    .set({
      state: 'ready',
      created_at: new Date(),
      live_url: made.liveUrl ?? null,
      no_database: made.noDatabase ?? null,
      prefixes: storedJson(made.prefixes),
      configured: storedJson(made.configured),
      cut_off: storedJson(made.cutOff),
    })
    .where('host_code', '=', hostCode)
    .execute();
}

/** Its preview address answers no longer when sites are applied next. */
export async function markStagingRemoving(db: Db, hostCode: HostCode): Promise<void> {
  await db.updateTable('staging').set({ state: 'removing' }).where('host_code', '=', hostCode).execute();
}

export async function deleteStaging(db: Db, hostCode: HostCode): Promise<void> {
  await db.deleteFrom('staging').where('host_code', '=', hostCode).execute();
}

/** Hosts of a node whose copies are not completely removed. */
export async function unremovedStagings(db: Db, node: string): Promise<readonly HostCode[]> {
  const rows = await db
    .selectFrom('staging')
    .innerJoin('host', 'host.code', 'staging.host_code')
    .select('staging.host_code')
    .where('host.node', '=', node)
    .where('staging.state', '=', 'removing')
    .execute();
  return rows.map(({ host_code }) => host_code);
}

export interface UndonePush {
  readonly parts: BackupKind;
  /** It was an undo, so that bringing it back is a redo. */
  readonly redo?: true;
}

/** The push of a task, if it can be brought back: its safety point is still there. */
export async function readPush(db: Db, request: UndoRequest): Promise<UndonePush | undefined> {
  const task = await readUndoableTask(db, request, ['STAGING_PUSH']);
  const payload = task && pushStagingTask.payload.safeParse(task.params).data;
  if (!task || !payload) return undefined;
  const isUndo = payload.undoes !== undefined && payload.redo !== true;
  return { parts: task.parts, ...(isUndo && { redo: true }) };
}
