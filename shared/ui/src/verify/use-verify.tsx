import { isFault, toFault } from '@sitedeck/sdk';
import { useCallback } from 'react';
import { useDialog, type ShowDialog } from '../dialog/dialog-context';
import type { VerifyOutcome, VerifyRequest } from './verify-request';

/** If no code can be sent, a fresh token from the portal may be proof enough: the server knows how fresh it is. */
async function tryWithout<Value>({
  ways,
  run,
}: VerifyRequest<Value>): Promise<VerifyOutcome<Value> | undefined> {
  if (!ways.token) return undefined;
  try {
    return { is: 'done', value: await run({ quiet: true }) };
  } catch (error) {
    if (isFault(error) && error.reason === 'verify-needed') return undefined;
    throw error;
  }
}

async function ask<Value>(show: ShowDialog, request: VerifyRequest<Value>): Promise<VerifyOutcome<Value>> {
  const entered = await tryWithout(request);
  if (entered) return entered;
  // In a separate script: few visits need it.
  const { VerifyDialog } = await import('./VerifyDialog');
  return new Promise((resolve, reject) => {
    const run: VerifyRequest<void>['run'] = async (options) => {
      const value = await request.run(options);
      resolve({ is: 'done', value });
    };
    show((gone) => (
      <VerifyDialog
        request={{ ...request, run }}
        onCancel={() => resolve({ is: 'cancelled' })}
        onFailed={reject}
        onGone={gone}
      />
    ));
  });
}

/**
 * Makes a sensitive call with proof of the user's identity: the current password, or a one-time code. The same
 * dialog asks again after a wrong proof; any other refusal closes it and rejects with the call's `Fault`.
 */
export function useVerify(): <Value>(request: VerifyRequest<Value>) => Promise<VerifyOutcome<Value>> {
  const show = useDialog();
  return useCallback(
    async <Value,>(request: VerifyRequest<Value>) => {
      try {
        return await ask(show, request);
      } catch (error) {
        throw toFault(error);
      }
    },
    [show],
  );
}
