import type { CronEntry, CronJob } from '@sitedeck/contract';
import { toFault } from '@sitedeck/sdk';
import { useConfirm, useFeedback, useText } from '@sitedeck/ui/core';
import type { FormOutcome } from '@sitedeck/ui/form-dialog';
import { hostEnvApi } from '../../hostenv.api';
import { cronTexts } from './cron-texts';

/** The actions on scheduled jobs. The shell announces refusals of all but `save`, whose form shows them. */
export function useJobActions() {
  const text = useText(cronTexts);
  const confirm = useConfirm();
  const { message } = useFeedback();
  const [add] = hostEnvApi.useAddCronJobMutation();
  const [change] = hostEnvApi.useChangeCronJobMutation();
  const [remove] = hostEnvApi.useRemoveCronJobMutation();
  const [run] = hostEnvApi.useRunCronJobMutation();
  const [turn, { isLoading: isSwitching }] = hostEnvApi.useSwitchCronJobMutation();
  const said = (words: string) => message.success(words);

  return {
    isSwitching,
    save: async (draft: CronEntry, id: number | undefined): Promise<FormOutcome> => {
      const { error } = await (id === undefined ? add({ body: draft }) : change({ body: { ...draft, id } }));
      if (error !== undefined) return { is: 'refused', fault: toFault(error) };
      said(text(id === undefined ? 'add.done' : 'edit.done', { name: draft.name }));
      return { is: 'done' };
    },
    turn: async ({ id, name }: CronJob, isOn: boolean) => {
      const { error } = await turn({ body: { id, isOn } });
      if (error === undefined) said(text(isOn ? 'switched.on' : 'switched.off', { name }));
    },
    run: async ({ id, name }: CronJob) => {
      const { error } = await run({ body: { id } });
      if (error === undefined) said(text('run.started', { name }));
    },
    remove: async ({ id, name }: CronJob) => {
      const agreed = await confirm.danger({
        title: text('delete.title', { name }),
        body: text('delete.body'),
        confirm: text('delete.confirm'),
      });
      if (!agreed) return;
      const { error } = await remove({ body: { id } });
      if (error === undefined) said(text('delete.done', { name }));
    },
  };
}
