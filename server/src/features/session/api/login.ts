import type { HostCode, HostName } from '@sitedeck/contract';
import { passwordMatches } from '#sites/api/password';
import type { Db } from '#state/db';
import type { HostRow } from '#state/tables';
import { Refusal } from '#faults/refusal';
import type { Captcha } from './captcha';
import type { NetworkOf } from '#system/egress/network-of';
import type { Attempt, LoginDelay } from './login-delay';
import { openWirePassword } from './wire-password';

export interface LoginAttempt {
  readonly hostName: string;
  /** The password in its wire form. */
  readonly password: string;
  readonly captchaRand: string;
  readonly captchaTicket: string;
  readonly address: string;
}

export interface LoginParts {
  readonly db: Db;
  readonly captcha: Captcha;
  readonly delay: LoginDelay;
  readonly networkOf: NetworkOf;
  /** 32 bytes. */
  readonly wireKey: Buffer;
}

export type LoginHost = Pick<HostRow, 'code' | 'account_code' | 'host_name'>;

interface Proof extends Attempt {
  readonly password: string;
  /** Undefined if no host has that name: the check then takes as long and counts as much. */
  readonly hash: string | undefined;
}

/**
 * Checks a password and counts wrong ones, for console and FTP together. Refuses with `too-many-attempts` or
 * `wrong-credentials`.
 */
export async function checkPassword(
  { delay, networkOf }: Pick<LoginParts, 'delay' | 'networkOf'>,
  { password, hash, ...attempt }: Proof,
): Promise<void> {
  await delay.reserve(attempt);
  if (!(await passwordMatches(password, hash, networkOf(attempt.address))) || hash === undefined) {
    await delay.failed(attempt.name);
    throw new Refusal('wrong-credentials');
  }
  await delay.succeeded(attempt);
}

/**
 * Finds the host of an FTP account and checks the sign-in. Refuses with `captcha-missing`, `captcha-refused`,
 * `password-unreadable`, `password-replayed`, `too-many-attempts` or `wrong-credentials`.
 * @param onKnown called with the host of that name, whether or not the password is right
 */
export async function checkLogin(
  { db, captcha, delay, networkOf, wireKey }: LoginParts,
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
  const hash = host?.password_hash;
  await checkPassword({ delay, networkOf }, { name: hostName, address, by: 'console', password, hash });
  if (!host) throw new Refusal('wrong-credentials');
  return host;
}
