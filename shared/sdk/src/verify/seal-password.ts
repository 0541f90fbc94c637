import { captchaChallenge } from '@sitedeck/contract';
import { kernel } from '../kernel/cell';

/**
 * Wire form of a password under a fresh `captchaRand`, for `X-Verify` and for a new password. Each serves once,
 * so a second request needs another. The cryptography is fetched on first use.
 */
export async function sealPassword(password: string): Promise<string> {
  const { call, config } = kernel();
  const [{ captchaRand }, { wirePassword }] = await Promise.all([
    call(captchaChallenge, { query: {} }, { quiet: true }),
    import('./wire-password'),
  ]);
  return wirePassword(password, captchaRand, config.wireKey);
}
