import { createHash, randomBytes } from 'node:crypto';
import { STAGING_USER } from '@sitedeck/contract';

export interface PreviewLogin {
  readonly password: string;
  /** A line of a password file. */
  readonly line: string;
}

/** Bytes of a password: 120 bits, which no fast hash makes guessable. */
const PASSWORD_BYTES = 15;
const SALT_BYTES = 8;

/**
 * A new password for a preview address. Every request to the address checks it, so a slow hash would slow down the web server
 * of all sites.
 */
export function makePreviewLogin(): PreviewLogin {
  const password = randomBytes(PASSWORD_BYTES).toString('base64url');
  const salt = randomBytes(SALT_BYTES);
  const hash = createHash('sha1').update(password).update(salt).digest();
  return { password, line: `${STAGING_USER}:{SSHA}${Buffer.concat([hash, salt]).toString('base64')}` };
}
