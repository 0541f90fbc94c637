import { restoreBackup } from '@sitedeck/contract';
import { call, toFault } from '@sitedeck/sdk';
import { useVerify } from '@sitedeck/ui/core';
import type { FormOutcome } from '@sitedeck/ui/form-dialog';
import { waysOpen } from './ways';
import type { RestoreBody } from './wish';

/** Begins a restore, once it was proved who asks. `confirm` is what the button says. */
export function useRestore(): (body: RestoreBody, confirm: string) => Promise<FormOutcome> {
  const verify = useVerify();
  return async (body, confirm) => {
    try {
      const { is } = await verify({
        act: 'restoreBackup',
        ways: await waysOpen(),
        confirm,
        danger: true,
        run: (options) => call(restoreBackup, { body }, options),
      });
      return is === 'done' ? { is: 'done' } : { is: 'stay' };
    } catch (error) {
      return { is: 'refused', fault: toFault(error) };
    }
  };
}
