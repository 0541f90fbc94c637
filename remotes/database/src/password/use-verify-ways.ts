import { vhostInfo, type VerifyWays } from '@sitedeck/contract';
import { call, isFault } from '@sitedeck/sdk';
import { useCallback } from 'react';

/** Assumed for a portal's page; the server names further methods when it asks for proof. */
const PASSWORD_ONLY: VerifyWays = { password: true, token: false };

/** Reads the user's step-up methods. A portal's page may not read them: there it is the password. */
export function useVerifyWays(): () => Promise<VerifyWays> {
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
