import type { HostCode, providerCalls } from '@sitedeck/contract';
import type { Handlers } from '#api/calls/handlers';
import { createAccount, listAccounts } from '#sites/api/accounts';
import { rememberEmbedOrigin } from '#sites/api/embed-origins';
import { issueToken } from '#sites/api/token';
import type { Db } from '#state/db';
import { Refusal } from '#faults/refusal';
import { knownHost } from './host-handlers';

type AccountCalls = Pick<
  typeof providerCalls,
  'createAccount' | 'listAccounts' | 'createToken' | 'createEmbedToken'
>;

export interface AccountParts {
  /** Origins of portals that may embed a remote; undefined: any. */
  readonly embedOrigins: readonly string[] | undefined;
  readonly db: Db;
  readonly now: () => number;
}

/** Accounts, and the tokens by which a portal signs in their users. */
export function accountHandlers({ db, now, embedOrigins }: AccountParts): Handlers<AccountCalls> {
  const checkAccount = async (accountCode: string, hostCode: HostCode | undefined): Promise<void> => {
    const account = (await listAccounts(db)).find((candidate) => candidate.accountCode === accountCode);
    if (!account) throw new Refusal('not-found', { field: 'accountCode' });
    if (hostCode && (await knownHost(db, hostCode)).account_code !== accountCode)
      throw new Refusal('host-gone', { field: 'hostCode' });
  };

  return {
    createAccount: async ({ body }, { note }) => {
      note(body.name);
      return { accountCode: await createAccount(db, body.name) };
    },
    listAccounts: () => listAccounts(db),
    createToken: async ({ body }, { note }) => {
      const { role, operator, claims } = body;
      note(body.hostCode ?? body.accountCode, { role, operator, ...(claims.length > 0 && { claims }) });
      await checkAccount(body.accountCode, body.hostCode);
      return { token: await issueToken(db, { kind: 'login', payload: body }, new Date(now())) };
    },
    createEmbedToken: async ({ body }, { note }) => {
      const { hostCode, remote, origin, role, operator } = body;
      note(hostCode, { remote, origin, role, operator });
      if (embedOrigins?.includes(origin) === false) throw new Refusal('embed-origin', { field: 'origin' });
      await checkAccount(body.accountCode, body.hostCode);
      await rememberEmbedOrigin(db, origin, new Date(now()));
      return { token: await issueToken(db, { kind: 'embed', payload: body }, new Date(now())) };
    },
  };
}
