import type { CaptchaChallenge, Locale, PublicConfig } from '@sitedeck/contract';
import type { Credentials, SignInOutcome, SignInPhase } from './sign-in-port';

interface Setting {
  readonly config: Pick<PublicConfig, 'apiBase' | 'wireKey'>;
  readonly locale: Locale;
  readonly onPhase: (phase: SignInPhase) => void;
}

interface Envelope {
  readonly code: string | number;
  readonly res: unknown;
  readonly msg: string;
}

/** Starts fetching the script that signing in will need. */
export const loadProver = () => import(/* webpackChunkName: "prove" */ './prove');

/** Base of the API, whether the configuration names an origin or the full zone. */
const at = ({ apiBase }: Setting['config'], path: string) =>
  `${apiBase.replace(/\/+$/, '').replace(/\/api$/, '')}${path}`;

async function exchange(url: string, locale: Locale, body?: URLSearchParams): Promise<Envelope> {
  const reply = await fetch(url, {
    method: body ? 'POST' : 'GET',
    credentials: 'include',
    headers: { 'X-Requested-With': 'XMLHttpRequest', 'Accept-Language': locale },
    ...(body && { body }),
  });
  return (await reply.json()) as Envelope;
}

const succeeded = ({ code }: Envelope) => String(code) === '200';

/** Signs in: challenge → proof → form. Sends nothing if the challenge or its solution fails. Never rejects. */
export async function signIn({ hostName, password }: Credentials, setting: Setting): Promise<SignInOutcome> {
  const { config, locale, onPhase } = setting;
  onPhase('checking');
  const proof = await proveOnce(hostName, password, setting).catch(() => undefined);
  if (!proof?.captchaRand || !proof.captchaTicket) return { is: 'captcha-failed' };
  onPhase('sending');
  try {
    const reply = await exchange(
      at(config, '/api/login'),
      locale,
      new URLSearchParams({ hostName, ...proof }),
    );
    if (succeeded(reply)) return { is: 'signed-in' };
    return String(reply.code) === '403' ? { is: 'wrong-credentials' } : { is: 'refused', message: reply.msg };
  } catch {
    return { is: 'unreachable' };
  }
}

async function proveOnce(hostName: string, password: string, { config, locale }: Setting) {
  const query = new URLSearchParams({ hostName });
  const [reply, { prove }] = await Promise.all([
    exchange(`${at(config, '/api/captcha/challenge')}?${query.toString()}`, locale),
    loadProver(),
  ]);
  return succeeded(reply) ? prove(reply.res as CaptchaChallenge, password, config.wireKey) : undefined;
}
