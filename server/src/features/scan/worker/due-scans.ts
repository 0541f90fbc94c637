import type { Logger } from 'pino';
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

/** Starts the scans that are due. However many times were missed while no worker ran, one scan makes up for all. */
export async function startDueScans({ db, node, enqueue, now, log }: DueScanParts): Promise<void> {
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
    if (moved.numUpdatedRows === 0n) continue;
    const payload = { mode: schedule.mode, isScheduled: true };
    await enqueue(scanTask, { hostCode, operator: PLAN_OPERATOR, payload }).catch((err: unknown) => {
      if (!isRefusal(err)) log.warn({ err, host: hostCode }, 'a scheduled scan could not be started');
    });
  }
}
