import {
  FRESH_ENTRY_MS,
  VERIFY_WAYS,
  type Locale,
  type VerifyWay,
  type VerifyWays,
} from '@sitedeck/contract';
import type { HostFacts, Session } from '#sites/host-scope';
import { passwordMatches } from '#sites/api/password';
import type { Db } from '#state/db';
import type { ChannelName } from '#system/messages/channels';
import type { NetworkOf } from '#system/egress/network-of';
import { Refusal } from '#faults/refusal';
import type { Captcha } from './captcha';
import { isCode, type CodeStore } from './code-store';
import type { LoginDelay } from './login-delay';
import { verifyWays } from './verify-ways';
import { unseal } from './wire-password';

export interface VerifyParts {
  readonly db: Db;
  readonly captcha: Captcha;
  readonly codes: CodeStore;
  readonly delay: LoginDelay;
  readonly networkOf: NetworkOf;
  /** 32 bytes. */
  readonly wireKey: Buffer;
  readonly channels: Readonly<Partial<Record<ChannelName, unknown>>>;
  readonly now: () => number;
}

/** A call that needs proof, and the proof that came with it. */
export interface ProofRequest {
  /** Value of `X-Verify`. */
  readonly given: string | undefined;
  /** Name of the call. */
  readonly act: string;
  readonly session: Session;
  readonly host: HostFacts;
  readonly address: string;
}

const WAY_WORDS: Readonly<Record<VerifyWay, Readonly<Record<Locale, string>>>> = {
  password: { 'zh-CN': '当前密码', 'en-US': 'the current password' },
  email: { 'zh-CN': '邮件验证码', 'en-US': 'a code by email' },
  sms: { 'zh-CN': '短信验证码', 'en-US': 'a code by text message' },
  token: { 'zh-CN': '从服务商页面重新进入', 'en-US': "opening the console again from the provider's page" },
};

function needed(open: VerifyWays): Refusal {
  const ways = VERIFY_WAYS.filter((way) => open[way] !== undefined && open[way] !== false);
  const inWords = (locale: Locale, between: string) =>
    ways.map((way) => WAY_WORDS[way][locale]).join(between);
  const words = { 'zh-CN': inWords('zh-CN', '、'), 'en-US': inWords('en-US', ', ') };
  return new Refusal('verify-needed', { field: 'X-Verify', values: { ways: words }, ways });
}

/** Far longer than the wire form of the longest password. */
const GIVEN_MAX = 4096;

/**
 * Checks the proof of identity of a sensitive call: the FTP password in its wire form, a one-time code, or a
 * recent sign-in by token. A wrong proof counts as a failed sign-in. Refuses with `verify-needed`, `verify-wrong`,
 * `code-wrong`, `code-expired`, `password-unreadable`, `captcha-refused` or `too-many-attempts`.
 */
export function makeVerifier(parts: VerifyParts): (claimed: ProofRequest) => Promise<void> {
  const { db, captcha, codes, delay, networkOf, wireKey, channels, now } = parts;

  const isFresh = ({ credential }: Session): boolean =>
    credential.is === 'cookie' && now() - credential.enteredAt <= FRESH_ENTRY_MS;

  const checkCode = async (code: string, { act, session, host, address }: ProofRequest): Promise<void> => {
    const attempt = { name: host.host_name, address, by: 'console' } as const;
    await delay.reserve(attempt);
    const owner = { sessionId: session.id, hostCode: host.code };
    const redeemed = await codes.redeem(owner, { code, act });
    if (redeemed.is === 'right') return delay.succeeded(attempt);
    await delay.failed(host.host_name);
    if (redeemed.is === 'none' || redeemed.left === 0)
      throw new Refusal('code-expired', { field: 'X-Verify' });
    throw new Refusal('code-wrong', { field: 'X-Verify', values: { left: redeemed.left } });
  };

  const checkPassword = async (wire: string, { host, address }: ProofRequest): Promise<void> => {
    const sealed = unseal(wire, wireKey);
    if (!sealed) throw new Refusal('password-unreadable', { field: 'X-Verify' });
    await captcha.redeemRand(sealed.r);
    const attempt = { name: host.host_name, address, by: 'console' } as const;
    await delay.reserve(attempt);
    const row = await db
      .selectFrom('host')
      .select('password_hash')
      .where('code', '=', host.code)
      .executeTakeFirst();
    if (await passwordMatches(sealed.p, row?.password_hash, networkOf(address)))
      return delay.succeeded(attempt);
    await delay.failed(host.host_name);
    throw new Refusal('verify-wrong', { field: 'X-Verify' });
  };

  return async (claimed) => {
    const { given = '', session, host } = claimed;
    if (given.length > GIVEN_MAX) throw new Refusal('password-unreadable', { field: 'X-Verify' });
    if (isCode(given)) return checkCode(given, claimed);
    if (given !== '') return checkPassword(given, claimed);
    const ways = verifyWays({ contact: host.contact, session, channels });
    if (!ways.token || !isFresh(session)) throw needed(ways);
  };
}
