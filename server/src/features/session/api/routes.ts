import type { consoleCalls, PublicConfig } from '@sitedeck/contract';
import type { Handlers } from '#api/calls/handlers';
import { codeHandlers, type CodeParts } from './code-handlers';
import { loginHandlers, type LoginHandlerParts } from './login-handlers';
import { passwordHandlers, type PasswordParts } from './password-handlers';
import { tokenLoginHandlers } from './token-login-handlers';

export type SessionCalls = Pick<
  typeof consoleCalls,
  | 'getConfig'
  | 'captchaChallenge'
  | 'login'
  | 'loginByToken'
  | 'logout'
  | 'getLoginSource'
  | 'sendCaptcha'
  | 'changePassword'
>;

export interface SessionParts extends LoginHandlerParts, CodeParts, PasswordParts {
  readonly config: PublicConfig;
  readonly now: () => number;
}

/** Handlers of sign-in, sign-out, one-time codes and the password. */
export const sessionHandlers = (parts: SessionParts): Handlers<SessionCalls> => ({
  getConfig: () => parts.config,
  ...loginHandlers(parts),
  ...tokenLoginHandlers(parts),
  ...codeHandlers(parts),
  ...passwordHandlers(parts),
});
