import { createHash, timingSafeEqual } from 'node:crypto';
import { FAULT_MESSAGES, ok, type consoleCalls } from '@sitedeck/contract';
import type { Handlers, PublicContext, RawReply } from '#api/calls/handlers';
import type { Session } from '#sites/host-scope';
import type { Db } from '#state/db';
import { isRefusal, Refusal } from '#faults/refusal';
import { peekLoginToken, spendLoginToken, type TokenEntry } from './login-token';
import type { SessionCookie } from './session-cookie';
import type { SessionStore } from './session-store';
import { refusedPage, replacePage, TOKEN_HEADERS } from './token-page';

interface Parts {
  readonly db: Db;
  readonly sessions: SessionStore;
  readonly cookie: SessionCookie;
  readonly now: () => number;
}

/** A proof that only our question page knows, since it includes the id of the session to be replaced. */
const proofOf = (session: Session, token: string): string =>
  createHash('sha256').update(`${session.id} ${token}`).digest('hex');

function proves(given: string | undefined, session: Session, token: string): boolean {
  const expected = Buffer.from(proofOf(session, token));
  const actual = Buffer.from(given ?? '');
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

const wantsJson = (context: PublicContext): boolean =>
  (context.raw.request.headers.accept ?? '').includes('application/json');

const isAnother = (session: Session, entry: TokenEntry): boolean =>
  session.accountCode !== entry.accountCode ||
  session.role !== entry.role ||
  session.operator !== entry.operator;

function answer(context: PublicContext, entry: TokenEntry, setCookie: string): RawReply {
  const headers = { ...TOKEN_HEADERS, 'set-cookie': setCookie };
  if (!wantsJson(context)) return { status: 303, headers: { ...headers, location: '/' }, body: '' };
  const body = JSON.stringify(ok({ hostCode: entry.hostCode }));
  return { status: 200, headers: { ...headers, 'content-type': 'application/json; charset=utf-8' }, body };
}

/** Sends a page to a person; a program gets the fault as JSON from the common error handler. */
function refuseReadably(context: PublicContext, error: unknown): RawReply {
  if (!isRefusal(error) || wantsJson(context)) throw error;
  context.note('', { refused: error.reason });
  const words = FAULT_MESSAGES[error.reason];
  return refusedPage({ zh: words['zh-CN'], en: words['en-US'] });
}

type TokenLoginCalls = Pick<typeof consoleCalls, 'loginByToken'>;

export function tokenLoginHandlers({ db, sessions, cookie, now }: Parts): Handlers<TokenLoginCalls> {
  const enter = async (
    token: string,
    proof: string | undefined,
    context: PublicContext,
  ): Promise<RawReply> => {
    const entry = await peekLoginToken(db, token, new Date(now()));
    context.attribute(entry);
    context.note(entry.hostName);
    const current = await context.visitor();
    if (current && isAnother(current, entry) && !proves(proof, current, token)) {
      if (wantsJson(context)) throw new Refusal('signed-in-already');
      context.note(entry.hostName, { asked: true });
      return replacePage({ token, proof: proofOf(current, token), hostName: entry.hostName });
    }
    if (!(await spendLoginToken(db, token, new Date(now())))) throw new Refusal('token-refused');
    const opened = await sessions.open({ ...entry, source: 'HOST_TOKEN' });
    if (current) await sessions.end(current);
    return answer(context, entry, cookie.set(opened.token));
  };
  return {
    loginByToken: ({ query }, context) =>
      enter(query.token, query.replace, context).catch((error: unknown) => refuseReadably(context, error)),
  };
}
