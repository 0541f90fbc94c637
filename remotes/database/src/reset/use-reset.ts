import type { DatabaseInfo } from '@sitedeck/contract';
import { toFault } from '@sitedeck/sdk';
import { useConfirm, useFeedback, useLocaleFormat, useText, useVerify } from '@sitedeck/ui/core';
import { emptyDatabase } from '@sitedeck/contract';
import { call } from '@sitedeck/sdk';
import { databaseTexts } from '../database-texts';

/** Removes all tables after a typed name and a step-up. A safety copy allows undoing it. */
export function useReset({ database, tables }: DatabaseInfo): () => Promise<void> {
  const text = useText(databaseTexts);
  const format = useLocaleFormat();
  const confirm = useConfirm();
  const verify = useVerify();
  const { message } = useFeedback();
  return async () => {
    if (!database) return;
    const { name } = database;
    const agreed = await confirm.typed({
      title: text('act.reset'),
      body: text(tables === null ? 'reset.askAll' : 'reset.ask', {
        n: format.number(tables ?? 0),
        count: tables ?? 0,
      }),
      word: name,
      confirm: text('act.reset'),
    });
    if (!agreed) return;
    try {
      await verify({
        act: 'emptyDatabase',
        confirm: text('act.reset'),
        danger: true,
        run: (options) => call(emptyDatabase, {}, options),
      });
    } catch (error) {
      message.error(toFault(error).message);
    }
  };
}
