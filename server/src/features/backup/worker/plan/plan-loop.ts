import type { Logger } from 'pino';
import { BackupPlan, type HostCode } from '@sitedeck/contract';
import type { Enqueue } from '#queue/enqueue';
import type { StoredFault } from '#state/backup-tables';
import type { Db } from '#state/db';
import { isRefusal } from '#faults/refusal';
import { pointPath } from '#features/backup/parts';
import { TEST_EVERY_MS } from '#features/backup/plan-store';
import { leavePoints, pointsOf } from '#features/backup/point-store';
import { leavingPoints } from '#features/backup/retention';
import { nextTime } from '#features/backup/schedule';
import { backupTask, verifyTask } from '#features/backup/tasks';

/** A host that is busy is asked again for this long; then the time counts as missed, ms. */
const PATIENCE_MS = 3600_000;
/** Who a scheduled task is by. */
const OPERATOR = 'schedule';

export interface PlanParts {
  readonly db: Db;
  readonly node: string;
  readonly enqueue: Enqueue;
  readonly now: () => number;
  readonly log: Logger;
}

const later = (ms: number | undefined): Date | null => (ms === undefined ? null : new Date(ms));

const dueOf = ({ db, node, now }: PlanParts, column: 'next_at' | 'test_at') =>
  db
    .selectFrom('backup_plan')
    .innerJoin('host', 'host.code', 'backup_plan.host_code')
    .selectAll('backup_plan')
    .where('host.node', '=', node)
    .where(column, '<=', new Date(now()))
    .execute();

/** The task, or why there is none; undefined where it is worth another try soon. */
async function begun(
  parts: PlanParts,
  { hostCode, plan, due }: { hostCode: HostCode; plan: BackupPlan; due: Date },
): Promise<{ taskId: number | null; fault: StoredFault | null } | undefined> {
  const payload = { kind: plan.kind, reason: 'schedule', note: '' } as const;
  try {
    const task = await parts.enqueue(backupTask(plan.kind), { hostCode, operator: OPERATOR, payload });
    return { taskId: task.id, fault: null };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const isWaiting = error.reason === 'workspace-busy' && parts.now() - due.getTime() < PATIENCE_MS;
    return isWaiting ? undefined : { taskId: null, fault: { reason: error.reason } };
  }
}

interface OfHost {
  readonly host_code: HostCode;
}

/** One host after another; what fails of one is told and keeps no other waiting. */
async function forEach<Row extends OfHost>(
  log: Logger,
  rows: readonly Row[],
  act: (row: Row) => Promise<void>,
): Promise<void> {
  for (const row of rows)
    await act(row).catch((err: unknown) => log.warn({ err, host: row.host_code }, 'plan not carried out'));
}

/** Begins what is due. A time that passed while nobody worked is made up for once. */
export async function beginDue(parts: PlanParts): Promise<void> {
  const { db, now } = parts;
  await forEach(parts.log, await dueOf(parts, 'next_at'), async (row) => {
    const { host_code: hostCode, next_at: due } = row;
    const plan = BackupPlan.parse(row.document);
    const outcome = due && (await begun(parts, { hostCode, plan, due }));
    if (!outcome) return;
    await db
      .updateTable('backup_plan')
      .set({
        next_at: later(nextTime(plan.schedule, now())),
        last_at: new Date(now()),
        last_task: outcome.taskId,
        last_fault: outcome.fault && JSON.stringify(outcome.fault),
      })
      .where('host_code', '=', hostCode)
      .where('next_at', '=', due)
      .execute();
  });
}

/** Tests the newest point of each host whose turn it is. */
export async function testDue(parts: PlanParts): Promise<void> {
  const { db, enqueue, now } = parts;
  await forEach(parts.log, await dueOf(parts, 'test_at'), async (row) => {
    const { host_code: hostCode } = row;
    const plan = BackupPlan.parse(row.document);
    const [newest] = (await pointsOf(db, hostCode)).filter(
      ({ state, reason }) => state === 'ready' && reason !== 'safety',
    );
    if (newest) {
      const payload = { what: 'point', point: newest.id, objectName: pointPath(newest.id) } as const;
      await enqueue(verifyTask, { hostCode, operator: OPERATOR, payload });
    }
    const every = TEST_EVERY_MS[plan.testRestore];
    await db
      .updateTable('backup_plan')
      .set({ test_at: later(every && now() + every) })
      .where('host_code', '=', hostCode)
      .execute();
  });
}

/** Has every host's retention do what its page says that it does. */
export async function applyRetention({
  db,
  node,
  log,
}: Pick<PlanParts, 'db' | 'node' | 'log'>): Promise<void> {
  const rows = await db
    .selectFrom('backup_plan')
    .innerJoin('host', 'host.code', 'backup_plan.host_code')
    .select(['backup_plan.host_code', 'document'])
    .where('host.node', '=', node)
    .execute();
  await forEach(log, rows, async (row) => {
    const { keep } = BackupPlan.parse(row.document);
    await leavePoints(db, leavingPoints(await pointsOf(db, row.host_code), keep));
  });
}
