import type { Logger } from 'pino';
import type { HostCode, ScanMode, TaskKind } from '@sitedeck/contract';
import { PLAN_OPERATOR } from '@sitedeck/contract/operator-texts';
import type { Enqueue } from '#queue/enqueue';
import type { Db } from '#state/db';
import { isRefusal } from '#faults/refusal';
import { serverZone } from '#sites/server-zone';
import { nextScan, readSchedule } from '../schedule';
import { scanTask } from '../tasks';

export interface DueScanParts {
  readonly db: Db;
  readonly node: string;
  readonly enqueue: Enqueue;
  readonly now: () => number;
  readonly log: Logger;
}

/** Tasks that bring files into a site. */
const ARRIVALS = [
  ...['UPLOAD_FILE', 'DECOMPRESS', 'REMOTE_DOWNLOAD', 'SITE_MOVE', 'IMAGE_DEPLOY'],
  ...['WEB_BACKUP_RESTORE', 'APP_INSTALL', 'APP_UPDATE'],
] as TaskKind[];

/** A scan that can't start now is left out: the next one finds the same. */
async function enqueueScan(
  { enqueue, log }: DueScanParts,
  hostCode: HostCode,
  mode: ScanMode,
): Promise<void> {
  const payload = { mode, isScheduled: true };
  await enqueue(scanTask, { hostCode, operator: PLAN_OPERATOR, payload }).catch((err: unknown) => {
    if (!isRefusal(err)) log.warn({ err, host: hostCode }, 'a scan could not be started');
  });
}

/** Starts the scans that are due. However many times were missed while no worker ran, one scan makes up for all. */
export async function startDueScans(parts: DueScanParts): Promise<void> {
  const { db, node, now } = parts;
  const due = await db
    .selectFrom('scan_host')
    .innerJoin('host', 'host.code', 'scan_host.host_code')
    .selectAll('scan_host')
    .where('host.node', '=', node)
    .where('scan_host.next_at', '<=', new Date(now()))
    .execute();
  for (const { host_code: hostCode, schedule: stored, next_at: dueAt } of due) {
    const schedule = readSchedule(stored);
    const moved = await db
      .updateTable('scan_host')
      .set({ next_at: nextScan(schedule, { after: now(), zone: serverZone() }) })
      .where('host_code', '=', hostCode)
      .where('next_at', '=', dueAt)
      .executeTakeFirst();
    if (moved.numUpdatedRows > 0n) await enqueueScan(parts, hostCode, schedule.mode);
  }
}

/** Scans sites into which tasks have brought files, once no such task runs any more. */
export async function scanArrivals(parts: DueScanParts): Promise<void> {
  const { db, node, now } = parts;
  const at = new Date(now());
  const arrived = await db
    .selectFrom('scan_host')
    .innerJoin('host', 'host.code', 'scan_host.host_code')
    .innerJoin('task', 'task.host_code', 'scan_host.host_code')
    .select('scan_host.host_code')
    .where('host.node', '=', node)
    .where('task.type', 'in', ARRIVALS)
    .where('task.status', '=', 'RUNNING_SUCCESS')
    .whereRef('task.ended_at', '>', 'scan_host.arrivals_from')
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom('task as other')
            .select('other.id')
            .whereRef('other.host_code', '=', 'scan_host.host_code')
            .where('other.type', 'in', [...ARRIVALS, 'SAFE_SCAN'])
            .where('other.status', 'in', ['WAIT', 'RUNNING']),
        ),
      ),
    )
    .distinct()
    .execute();
  for (const { host_code: hostCode } of arrived) {
    await db.updateTable('scan_host').set({ arrivals_from: at }).where('host_code', '=', hostCode).execute();
    await enqueueScan(parts, hostCode, 'changed');
  }
}
