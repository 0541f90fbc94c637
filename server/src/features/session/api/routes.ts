import type { consoleCalls, PublicConfig } from '@sitedeck/contract';
import type { Handlers } from '#api/calls/handlers';
import { makeChangePassword, type ChangePasswordParts } from './change-password';
import { checkLogin, type LoginParts } from './login';
import { makeSendCode, type SendCodeParts } from './send-code';
import type { SessionCookie } from './session-cookie';
import type { SessionStore } from './session-store';
import { makeTokenLogin } from './token-login';

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

export interface SessionParts extends LoginParts, SendCodeParts, ChangePasswordParts {
  readonly sessions: SessionStore;
  readonly cookie: SessionCookie;
  readonly config: PublicConfig;
  readonly now: () => number;
}

export function sessionHandlers(parts: SessionParts): Handlers<SessionCalls> {
  const { sessions, cookie, captcha, delay } = parts;
  return {
    getConfig: () => parts.config,
    captchaChallenge: async ({ query }) =>
      captcha.challenge(query.hostName ? await delay.failuresOn(query.hostName) : 0),
    login: async ({ body }, context) => {
      context.note(body.hostName);
      const host = await checkLogin(parts, { ...body, address: context.address }, (known) =>
        context.attribute({
          hostCode: known.code,
          accountCode: known.account_code,
          operator: known.host_name,
          role: 'USER',
        }),
      );
      const previous = await context.visitor();
      const opened = await sessions.open({
        hostCode: host.code,
        accountCode: host.account_code,
        source: 'FTP',
        role: 'USER',
        operator: host.host_name,
      });
      if (previous) await sessions.end(previous);
      context.raw.reply.header('set-cookie', cookie.set(opened.token));
      return { hostCode: host.code };
    },
    loginByToken: makeTokenLogin(parts),
    logout: async (_request, { session, raw }) => {
      await sessions.end(session);
      raw.reply.header('set-cookie', cookie.clear());
      return {};
    },
    getLoginSource: (_request, { session }) => session.source,
    sendCaptcha: makeSendCode(parts),
    changePassword: makeChangePassword(parts),
  };
}
