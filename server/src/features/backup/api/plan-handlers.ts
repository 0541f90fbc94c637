import { BACKUP_ZONE, type BackupPlan, type HostCode } from '@sitedeck/contract';
import type { Handlers } from '#api/calls/handlers';
import { readPlan, writePlan } from '../plan-store';
import { pointsOf } from '../point-store';
import { pointsToRemove } from '../retention';
import { nextTimes } from '../schedule';
import { storedFaultMessage } from '../stored-fault';
import type { BackupCalls, BackupParts } from './calls';

type PlanCalls = Pick<BackupCalls, 'readBackupPlan' | 'previewBackupPlan' | 'saveBackupPlan'>;

const NEXT_TIMES_SHOWN = 3;

export function planHandlers({ db, now }: Pick<BackupParts, 'db' | 'now'>): Handlers<PlanCalls> {
  const preview = async (hostCode: HostCode, { schedule, keep }: BackupPlan) => ({
    next: nextTimes(schedule, now(), NEXT_TIMES_SHOWN).map((ms) => new Date(ms).toISOString()),
    removes: pointsToRemove(await pointsOf(db, hostCode), keep),
  });

  return {
    readBackupPlan: async (_request, { scope: { hostCode }, locale }) => {
      const { plan, last } = await readPlan(db, hostCode);
      const message = last?.fault ? { message: storedFaultMessage(last.fault, locale) } : {};
      return {
        ...plan,
        ...(await preview(hostCode, plan)),
        zone: BACKUP_ZONE,
        last: last && { at: last.at.toISOString(), taskId: last.taskId, ...message },
      };
    },
    previewBackupPlan: ({ body }, { scope }) => preview(scope.hostCode, body),
    saveBackupPlan: async ({ body }, { scope: { hostCode }, note }) => {
      const { plan: before } = await readPlan(db, hostCode);
      note(body.schedule.is, { before, after: body });
      await writePlan(db, hostCode, { plan: body, now: now() });
      return preview(hostCode, body);
    },
  };
}
