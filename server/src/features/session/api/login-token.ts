import type { AccountCode, Claim, HostCode } from '@sitedeck/contract';
import { hashToken, LoginTokenPayload } from '#sites/api/token';
import type { Db } from '#state/db';
import { Refusal } from '#faults/refusal';

export interface TokenEntry {
  readonly hostCode: HostCode;
  readonly hostName: string;
  readonly accountCode: AccountCode;
  readonly role: LoginTokenPayload['role'];
  readonly operator: string;
  readonly claims: readonly Claim[];
}

/** Reads what a valid token permits, without using it up. Refuses with `token-refused`. */
export async function peekLoginToken(db: Db, token: string, now: Date): Promise<TokenEntry> {
  const row = await db
    .selectFrom('access_token')
    .select('payload')
    .where('hash', '=', hashToken(token))
    .where('kind', '=', 'login')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (!row) throw new Refusal('token-refused');
  const payload = LoginTokenPayload.parse(row.payload);
  const { hostCode } = payload;
  const host = await db
    .selectFrom('host')
    .innerJoin('account', 'account.code', 'host.account_code')
    .select(['host.code', 'host.host_name', 'account.name'])
    .where('host.account_code', '=', payload.accountCode)
    .where((row) => (hostCode ? row('host.code', '=', hostCode) : row.lit(true)))
    .orderBy('host.created_at')
    .orderBy('host.code')
    .executeTakeFirst();
  if (!host) throw new Refusal('token-refused');
  const { accountCode, role, claims, operator = host.name } = payload;
  return { hostCode: host.code, hostName: host.host_name, accountCode, role, operator, claims };
}

/** Uses up the token: of simultaneous callers, one gets true. */
export async function spendLoginToken(db: Db, token: string, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('access_token')
    .set({ used_at: now })
    .where('hash', '=', hashToken(token))
    .where('kind', '=', 'login')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('hash')
    .executeTakeFirst();
  return row !== undefined;
}
