import type { HostCode, HostName } from '@sitedeck/contract';
import { passwordMatches } from '../../sites/password';
import type { Db } from '../../state/db';
import type { HostRow } from '../../state/tables';
import { Refusal } from '../../system/refusal';
import type { Captcha } from './captcha';
import type { LoginDelay } from './login-delay';
import { openWirePassword } from './wire-password';

export interface LoginAttempt {
  readonly hostName: string;
  /** Wire form. */
  readonly password: string;
  readonly captchaRand: string;
  readonly captchaTicket: string;
  readonly address: string;
}

export interface LoginParts {
  readonly db: Db;
  readonly captcha: Captcha;
  readonly delay: LoginDelay;
  /** 32 bytes. */
  readonly wireKey: Buffer;
}

export type LoginHost = Pick<HostRow, 'code' | 'account_code' | 'host_name'>;

interface Proof {
  readonly hostName: string;
  readonly password: string;
  readonly address: string;
  /** Undefined where nobody has that name: it takes as long, and counts as much. */
  readonly hash: string | undefined;
}

/** The one count of wrong passwords, for console and FTP. Refuses too-many-attempts, wrong-credentials. */
export async function checkPassword(
  delay: LoginDelay,
  { hostName, password, address, hash }: Proof,
): Promise<void> {
  await delay.reserve(hostName, address);
  if (!(await passwordMatches(password, hash)) || hash === undefined) {
    await delay.failed(hostName);
    throw new Refusal('wrong-credentials');
  }
  await delay.succeeded(hostName, address);
}

/**
 * The host whose FTP account this is.
 * Refuses: captcha-missing, captcha-refused, password-unreadable, password-replayed, too-many-attempts, wrong-credentials.
 * @param onKnown told which host the name belongs to, right password or not
 */
export async function checkLogin(
  { db, captcha, delay, wireKey }: LoginParts,
  attempt: LoginAttempt,
  onKnown: (host: LoginHost) => void,
): Promise<LoginHost & { code: HostCode }> {
  const { hostName, address, captchaRand } = attempt;
  const host = await db
    .selectFrom('host')
    .select(['code', 'account_code', 'host_name', 'password_hash'])
    .where('host_name', '=', hostName as HostName)
    .executeTakeFirst();
  if (host) onKnown(host);
  const failures = await delay.failuresOn(hostName);
  await captcha.redeem({ rand: captchaRand, ticket: attempt.captchaTicket, failures });
  const password = openWirePassword(attempt.password, wireKey, captchaRand);
  await delay.reserve(hostName, address);
  if (!(await passwordMatches(password, host?.password_hash)) || !host) {
    await delay.failed(hostName);
    throw new Refusal('wrong-credentials');
  }
  await delay.succeeded(hostName, address);
  return host;
}
