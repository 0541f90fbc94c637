import type { consoleCalls } from '@sitedeck/contract';
import type { Handlers } from '#api/calls/handlers';
import { checkLogin, type LoginParts } from './login';
import type { SessionCookie } from './session-cookie';
import type { SessionStore } from './session-store';

type LoginCalls = Pick<typeof consoleCalls, 'captchaChallenge' | 'login' | 'logout' | 'getLoginSource'>;

export interface LoginHandlerParts extends LoginParts {
  readonly sessions: SessionStore;
  readonly cookie: SessionCookie;
}

/** Signs a host's owner in by FTP account, and out. */
export function loginHandlers(parts: LoginHandlerParts): Handlers<LoginCalls> {
  const { sessions, cookie, captcha, delay } = parts;
  return {
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
    logout: async (_request, { session, raw }) => {
      await sessions.end(session);
      raw.reply.header('set-cookie', cookie.clear());
      return {};
    },
    getLoginSource: (_request, { session }) => session.source,
  };
}
