import { sql } from 'kysely';
import { AccountCode } from '@sitedeck/contract';
import type { Db } from '#state/db';

export async function createAccount(db: Db, name: string): Promise<AccountCode> {
  const { rows } = await sql<{ number: number }>`select nextval('account_number') as number`.execute(db);
  const code = AccountCode.parse(`ac${rows[0]?.number}`);
  await db.insertInto('account').values({ code, name }).execute();
  return code;
}

export interface AccountSummary {
  readonly accountCode: AccountCode;
  readonly name: string;
  readonly hosts: number;
}

export async function listAccounts(db: Db): Promise<AccountSummary[]> {
  return db
    .selectFrom('account')
    .leftJoin('host', 'host.account_code', 'account.code')
    .groupBy(['account.code', 'account.name'])
    .select(['account.code as accountCode', 'account.name', sql<number>`count(host.code)`.as('hosts')])
    .orderBy('account.code')
    .execute();
}
