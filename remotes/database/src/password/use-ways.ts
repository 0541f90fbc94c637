import { vhostInfo, type VerifyWays } from '@sitedeck/contract';
import { call, isFault } from '@sitedeck/sdk';
import { useCallback } from 'react';

/** What the password alone proves; the server names what else is open when it asks for proof. */
const PASSWORD_ONLY: VerifyWays = { password: true, token: false };

/** How a person may prove who they are. In a portal's page that is not told: there it is the password. */
export function useWays(): () => Promise<VerifyWays> {
  return useCallback(async () => {
    try {
      const { verify } = await call(vhostInfo, {}, { quiet: true });
      return verify;
    } catch (error) {
      if (isFault(error) && error.code === '403') return PASSWORD_ONLY;
      throw error;
    }
  }, []);
}
