import { vhostInfo, type VerifyWays } from '@sitedeck/contract';
import { call, kernel } from '@sitedeck/sdk';

/** Where nobody says: the password always counts; who came by a token may have come just now. */
function guessed(): VerifyWays {
  const { access, store } = kernel();
  return { password: true, token: access.sendsCookie && store.getState().host.loginSource === 'HOST_TOKEN' };
}

/**
 * How whoever is signed in may prove who they are. A suspended host is not told; a portal's page has no token for that
 * call, and must not seem to have lost its own by asking.
 */
export async function waysOpen(): Promise<VerifyWays> {
  if (!kernel().access.sendsCookie) return guessed();
  return call(vhostInfo, {}, { quiet: true }).then(({ verify }) => verify, guessed);
}
