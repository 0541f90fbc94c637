import type { HostCode } from '@sitedeck/contract';
import { isRefusal } from '#faults/refusal';
import type { BackupWork } from '../backup-work';

/** What a look through the whole repository found. */
export const noteChecked = ({ db, now }: BackupWork, hostCode: HostCode, damaged: boolean) =>
  db
    .updateTable('backup_repository')
    .set({ damaged, checked_at: new Date(now()) })
    .where('host_code', '=', hostCode)
    .execute();

export const isDamage = (error: unknown): boolean =>
  isRefusal(error) && ['backup-damaged', 'backup-config-lost'].includes(error.reason);

/** Whoever met damage while doing something else has it shown, with what can be done about it. */
export async function noteDamage({ db }: BackupWork, hostCode: HostCode, error: unknown): Promise<void> {
  if (!isDamage(error)) return;
  await db
    .updateTable('backup_repository')
    .set({ damaged: true })
    .where('host_code', '=', hostCode)
    .execute();
}
