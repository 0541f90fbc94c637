import type { Logger } from 'pino';
import { BackupPlan, type HostCode } from '@sitedeck/contract';
import { PLAN_OPERATOR } from '@sitedeck/contract/operator-texts';
import type { Enqueue } from '#queue/enqueue';
import type { StoredFault } from '#state/backup-tables';
import type { Db } from '#state/db';
import { isRefusal } from '#faults/refusal';
import { pointPath } from '#features/backup/point-parts';
import { TEST_EVERY_MS } from '#features/backup/plan-store';
import { scheduleRemoval, pointsOf } from '#features/backup/point-store';
import { pointsToRemove } from '#features/backup/retention';
import { nextTime } from '#features/backup/schedule';
import { backupTask, verifyTask } from '#features/backup/tasks';

/** While a host's workspace is locked, a due backup is tried again for this long; then it counts as failed, ms. */
const RETRY_MS = 3600_000;

export interface PlanTools {
  readonly db: Db;
  readonly node: string;
  readonly enqueue: Enqueue;
  readonly now: () => number;
  readonly log: Logger;
}

const toDate = (ms: number | undefined): Date | null => (ms === undefined ? null : new Date(ms));

const duePlans = ({ db, node, now }: PlanTools, column: 'next_at' | 'test_at') =>
  db
    .selectFrom('backup_plan')
    .innerJoin('host', 'host.code', 'backup_plan.host_code')
    .selectAll('backup_plan')
    .where('host.node', '=', node)
    .where(column, '<=', new Date(now()))
    .execute();

/** Enqueues the backup. Resolves to the task or the fault; to undefined if it should be tried again soon. */
async function enqueueBackup(
  tools: PlanTools,
  { hostCode, plan, due }: { hostCode: HostCode; plan: BackupPlan; due: Date },
): Promise<{ taskId: number | null; fault: StoredFault | null } | undefined> {
  const payload = { kind: plan.kind, reason: 'schedule', note: '' } as const;
  try {
    const task = await tools.enqueue(backupTask(plan.kind), { hostCode, operator: PLAN_OPERATOR, payload });
    return { taskId: task.id, fault: null };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const isWaiting = error.reason === 'workspace-busy' && tools.now() - due.getTime() < RETRY_MS;
    return isWaiting ? undefined : { taskId: null, fault: { reason: error.reason } };
  }
}

interface HostRow {
  readonly host_code: HostCode;
}

/** Handles one host after another. A failure is logged and does not affect the other hosts. */
async function forEachHost<Row extends HostRow>(
  log: Logger,
  rows: readonly Row[],
  act: (row: Row) => Promise<void>,
): Promise<void> {
  for (const row of rows)
    await act(row).catch((err: unknown) => log.warn({ err, host: row.host_code }, 'backup plan failed'));
}

/** Starts due backups. However many times were missed while no worker ran, one backup makes up for all. */
export async function startDueBackups(tools: PlanTools): Promise<void> {
  const { db, now } = tools;
  await forEachHost(tools.log, await duePlans(tools, 'next_at'), async (row) => {
    const { host_code: hostCode, next_at: due } = row;
    const plan = BackupPlan.parse(row.document);
    const outcome = due && (await enqueueBackup(tools, { hostCode, plan, due }));
    if (!outcome) return;
    await db
      .updateTable('backup_plan')
      .set({
        next_at: toDate(nextTime(plan.schedule, now())),
        last_at: new Date(now()),
        last_task: outcome.taskId,
        last_fault: outcome.fault && JSON.stringify(outcome.fault),
      })
      .where('host_code', '=', hostCode)
      .where('next_at', '=', due)
      .execute();
  });
}

/** Starts a verification of the newest point of each host that is due for one. */
export async function startDueVerifications(tools: PlanTools): Promise<void> {
  const { db, enqueue, now } = tools;
  await forEachHost(tools.log, await duePlans(tools, 'test_at'), async (row) => {
    const { host_code: hostCode } = row;
    const plan = BackupPlan.parse(row.document);
    const [newest] = (await pointsOf(db, hostCode)).filter(
      ({ state, reason }) => state === 'ready' && reason !== 'safety',
    );
    if (newest) {
      const payload = { what: 'point', point: newest.id, objectName: pointPath(newest.id) } as const;
      await enqueue(verifyTask, { hostCode, operator: PLAN_OPERATOR, payload });
    }
    const every = TEST_EVERY_MS[plan.testRestore];
    await db
      .updateTable('backup_plan')
      .set({ test_at: toDate(every && now() + every) })
      .where('host_code', '=', hostCode)
      .execute();
  });
}

/** Removes the points that each host's retention rules no longer keep. */
export async function applyRetention({
  db,
  node,
  log,
}: Pick<PlanTools, 'db' | 'node' | 'log'>): Promise<void> {
  const rows = await db
    .selectFrom('backup_plan')
    .innerJoin('host', 'host.code', 'backup_plan.host_code')
    .select(['backup_plan.host_code', 'document'])
    .where('host.node', '=', node)
    .execute();
  await forEachHost(log, rows, async (row) => {
    const { keep } = BackupPlan.parse(row.document);
    await scheduleRemoval(db, pointsToRemove(await pointsOf(db, row.host_code), keep));
  });
}
