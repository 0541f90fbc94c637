import type { BackupTarget } from '@sitedeck/contract';
import { isFault } from '@sitedeck/sdk';
import { useConfirm, useFeedback, useText } from '@sitedeck/ui/core';
import { backupApi } from '../backup.api';
import { targetsTexts } from './targets-texts';

/** The icon colour of errors is too pale for text. */
const DANGER = { color: 'var(--sd-err-text)' };

interface Acts {
  readonly onEdit: () => void;
  readonly onBringBack: () => void;
}

/** Items of a target's `…` menu. */
export function useTargetMenu(target: BackupTarget, { onEdit, onBringBack }: Acts) {
  const text = useText(targetsTexts);
  const confirm = useConfirm();
  const { message } = useFeedback();
  const [save] = backupApi.useSaveBackupTargetMutation();
  const [remove] = backupApi.useRemoveBackupTargetMutation();
  const { id, name, enabled, place } = target;

  const turn = async () => {
    const { error } = await save({ body: { id, name, enabled: !enabled, place } });
    if (error !== undefined) message.error(isFault(error) ? error.message : text('failed'));
  };
  const leave = async () => {
    const agreed = await confirm.tip({
      title: text('remove.title', { name }),
      body: text('remove.body'),
      confirm: text('remove'),
    });
    if (!agreed) return;
    const { error } = await remove({ body: { id } });
    if (error === undefined) message.success(text('remove.done', { name }));
  };
  return [
    { key: 'edit', label: text('edit'), onClick: onEdit },
    { key: 'bring', label: text('bring'), onClick: onBringBack },
    { key: 'turn', label: text(enabled ? 'turnOff' : 'turnOn'), onClick: () => void turn() },
    { key: 'remove', label: text('remove'), style: DANGER, onClick: () => void leave() },
  ];
}
