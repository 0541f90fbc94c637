import { PASSWORD_LENGTH, type consoleCalls, type HostCode } from '@sitedeck/contract';
import type { Handlers } from '#api/calls/handlers';
import { passwordMatches } from '#sites/api/password';
import type { Db } from '#state/db';
import type { NetworkOf } from '#system/egress/network-of';
import { Refusal } from '#faults/refusal';
import type { Captcha } from './captcha';
import type { SessionCookie } from './session-cookie';
import { hasWireForm, unseal } from './wire-password';

export interface PasswordParts {
  readonly db: Db;
  readonly captcha: Captcha;
  /** 32 bytes. */
  readonly wireKey: Buffer;
  readonly cookie: SessionCookie;
  readonly networkOf: NetworkOf;
  /**
   * Stores the password for console and FTP and ends every session, token and link of the host, in one
   * transaction.
   */
  readonly setPassword: (hostCode: HostCode, password: string, operator: string) => Promise<void>;
}

const field = 'password';
/** Control characters, which no FTP client can send, and lone surrogates. */
const UNFIT = /[\p{Cc}\p{Cs}]/u;

function checkForm(password: string, hostName: string): void {
  const { min, max } = PASSWORD_LENGTH;
  if (password.length < min || password.length > max)
    throw new Refusal('password-length', { field, values: { min, max } });
  if (UNFIT.test(password)) throw new Refusal('bad-input', { field });
  if (password.toLowerCase().includes(hostName.toLowerCase()))
    throw new Refusal('password-holds-name', { field });
}

type PasswordCalls = Pick<typeof consoleCalls, 'changePassword'>;

/**
 * Changes the password of a host. The caller's identity is already verified. Refuses with `password-length`,
 * `password-same`, `password-holds-name`, `password-unreadable` or `captcha-refused`.
 */
export function passwordHandlers(parts: PasswordParts): Handlers<PasswordCalls> {
  const { db, captcha, networkOf, wireKey, cookie, setPassword } = parts;

  const opened = async (given: string): Promise<string> => {
    const sealed = unseal(given, wireKey);
    // Ciphertext of another key must not become the password.
    if (!sealed && hasWireForm(given)) throw new Refusal('password-unreadable', { field });
    if (!sealed) return given;
    await captcha.redeemRand(sealed.r);
    return sealed.p;
  };

  const changePassword: Handlers<PasswordCalls>['changePassword'] = async (
    { body },
    { scope, session, note, raw, address },
  ) => {
    const { hostCode, host } = scope;
    note(host.host_name);
    const password = await opened(body.password);
    checkForm(password, host.host_name);
    const row = await db
      .selectFrom('host')
      .select('password_hash')
      .where('code', '=', hostCode)
      .executeTakeFirst();
    const isSame = await passwordMatches(password, row?.password_hash, networkOf(address));
    if (isSame) throw new Refusal('password-same', { field });
    await setPassword(hostCode, password, session.operator);
    raw.reply.header('set-cookie', cookie.clear());
    return {};
  };
  return { changePassword };
}
