import { vhostInfo, type VerifyWays } from '@sitedeck/contract';
import { call, isFault, kernel, toFault } from '@sitedeck/sdk';
import { useCallback } from 'react';
import { useDialog, type ShowDialog } from '../dialog/dialog-context';
import type { KnownRequest, VerifyOutcome, VerifyRequest } from './verify-request';

/** Assumed without a reply: the password always works; a user who entered by a token may have a fresh one. */
function assumedWays(): VerifyWays {
  const { access, store } = kernel();
  return { password: true, token: access.sendsCookie && store.getState().host.loginSource === 'HOST_TOKEN' };
}

/**
 * Reads the ways of the signed-in user. A suspended host gets no reply. A portal's page does not ask: its token doesn't
 * cover that call, and the refusal would look like an expired session.
 */
async function readVerifyWays(): Promise<VerifyWays> {
  if (!kernel().access.sendsCookie) return assumedWays();
  return call(vhostInfo, {}, { quiet: true }).then(({ verify }) => verify, assumedWays);
}

/** If no code can be sent, a fresh token from the portal may be proof enough: the server knows how fresh it is. */
async function tryWithout<Value>({
  ways,
  run,
}: KnownRequest<Value>): Promise<VerifyOutcome<Value> | undefined> {
  if (!ways.token) return undefined;
  try {
    return { is: 'done', value: await run({ quiet: true }) };
  } catch (error) {
    if (isFault(error) && error.reason === 'verify-needed') return undefined;
    throw error;
  }
}

async function ask<Value>(show: ShowDialog, request: KnownRequest<Value>): Promise<VerifyOutcome<Value>> {
  const entered = await tryWithout(request);
  if (entered) return entered;
  // In a separate script: few visits need it.
  const { VerifyDialog } = await import('./VerifyDialog');
  return new Promise((resolve, reject) => {
    const run: KnownRequest<void>['run'] = async (options) => {
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
        return await ask(show, { ...request, ways: request.ways ?? (await readVerifyWays()) });
      } catch (error) {
        throw toFault(error);
      }
    },
    [show],
  );
}
