import { vhostInfo, type VerifyWays } from '@sitedeck/contract';
import { call, kernel } from '@sitedeck/sdk';

/**
 * Assumed without a reply of the server: the password always works; a user who entered by a token may have
 * a fresh one.
 */
function assumedWays(): VerifyWays {
  const { access, store } = kernel();
  return { password: true, token: access.sendsCookie && store.getState().host.loginSource === 'HOST_TOKEN' };
}

/**
 * The step-up methods of the signed-in user. A suspended host gets no reply. A portal's page does not ask:
 * its token doesn't cover that call, and the refusal would look like an expired session.
 */
export async function readVerifyWays(): Promise<VerifyWays> {
  if (!kernel().access.sendsCookie) return assumedWays();
  return call(vhostInfo, {}, { quiet: true }).then(({ verify }) => verify, assumedWays);
}
