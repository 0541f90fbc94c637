import { BACKUP_ZONE, type BackupPlan, type HostCode } from '@sitedeck/contract';
import type { Handlers } from '#api/calls/handlers';
import type { BackupCalls, BackupParts } from './backup-feature';
import { readPlan, writePlan } from '../plan-store';
import { pointsOf } from '../point-store';
import { faultWords } from './point-wire';
import { leavingPoints } from '../retention';
import { nextTimes } from '../schedule';

type PlanCalls = Pick<BackupCalls, 'readBackupPlan' | 'previewBackupPlan' | 'saveBackupPlan'>;

/** How many of the next times are told. */
const TOLD = 3;

export function planHandlers({ db, now }: Pick<BackupParts, 'db' | 'now'>): Handlers<PlanCalls> {
  const foresee = async (hostCode: HostCode, { schedule, keep }: BackupPlan) => ({
    next: nextTimes(schedule, now(), TOLD).map((ms) => new Date(ms).toISOString()),
    removes: leavingPoints(await pointsOf(db, hostCode), keep),
  });

  return {
    readBackupPlan: async (_request, { scope: { hostCode }, locale }) => {
      const { plan, last } = await readPlan(db, hostCode);
      const message = last?.fault ? { message: faultWords(last.fault, locale) } : {};
      return {
        ...plan,
        ...(await foresee(hostCode, plan)),
        zone: BACKUP_ZONE,
        last: last && { at: last.at.toISOString(), taskId: last.taskId, ...message },
      };
    },
    previewBackupPlan: ({ body }, { scope }) => foresee(scope.hostCode, body),
    saveBackupPlan: async ({ body }, { scope: { hostCode }, note }) => {
      const { plan: before } = await readPlan(db, hostCode);
      note(body.schedule.is, { before, after: body });
      await writePlan(db, hostCode, { plan: body, now: now() });
      return foresee(hostCode, body);
    },
  };
}
