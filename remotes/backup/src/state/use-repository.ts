import { showTaskStarted, useConfirm, useText } from '@sitedeck/ui/core';
import { backupApi } from '../backup.api';
import { stateTexts } from './state-texts';

/** Starts a check or a repair of the repository, each as a task. The shell announces refusals. */
export function useRepository() {
  const text = useText(stateTexts);
  const confirm = useConfirm();
  const [check] = backupApi.useCheckBackupsMutation();
  const [repair] = backupApi.useRepairBackupsMutation();
  return {
    check: async (from?: Element) => {
      const { data } = await check({});
      if (data) showTaskStarted(from);
    },
    repair: async (from?: Element) => {
      const agreed = await confirm.danger({
        title: text('repair.title'),
        body: text('repair.body'),
        confirm: text('repair'),
      });
      if (!agreed) return;
      const { data } = await repair({});
      if (data) showTaskStarted(from);
    },
  };
}
