import { deleteLastBackup, type BackupPoint } from '@sitedeck/contract';
import { call, toFault } from '@sitedeck/sdk';
import { useConfirm, useFeedback, useText, useVerify } from '@sitedeck/ui/core';
import { backupApi, refetchBackups } from '../backup.api';
import { useMomentText } from '../frame/use-moment-text';
import { pointsTexts } from './points-texts';

/**
 * Deletes a point permanently after a question. For the last one the user types a word and enters the
 * password.
 */
export function useRemovePoint(): (point: BackupPoint) => Promise<void> {
  const text = useText(pointsTexts);
  const when = useMomentText();
  const confirm = useConfirm();
  const verify = useVerify();
  const { message } = useFeedback();
  const [remove] = backupApi.useDeleteBackupMutation();

  const removeLast = async (point: BackupPoint, title: string): Promise<boolean> => {
    const agreed = await confirm.typed({
      title,
      body: text('delete.last'),
      word: text('delete.word'),
      confirm: text('delete.confirm'),
    });
    if (!agreed) return false;
    try {
      const { is } = await verify({
        act: 'deleteLastBackup',
        confirm: text('delete.confirm'),
        danger: true,
        run: (options) => call(deleteLastBackup, { body: { point: point.id } }, options),
      });
      if (is === 'done') refetchBackups();
      return is === 'done';
    } catch (error) {
      message.error(toFault(error).message);
      return false;
    }
  };
  const removeOne = async (point: BackupPoint, title: string): Promise<boolean> => {
    const body = text('delete.body');
    if (!(await confirm.danger({ title, body, confirm: text('delete.confirm') }))) return false;
    const { error } = await remove({ body: { point: point.id } });
    return error === undefined;
  };

  return async (point) => {
    const title = text('delete.title', { when: when(point.createdAt) });
    const isGone = await (point.isLast ? removeLast(point, title) : removeOne(point, title));
    if (isGone) message.success(text('delete.done'));
  };
}
