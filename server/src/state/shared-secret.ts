import { randomBytes } from 'node:crypto';
import type { Db } from './db';

/** Bytes of a shared secret. */
const SECRET_BYTES = 32;

/** A secret that all processes of one database share: 32 bytes in base64, created on first use. */
export async function sharedSecret(db: Db, name: string): Promise<string> {
  const value = randomBytes(SECRET_BYTES).toString('base64');
  await db
    .insertInto('secret')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const row = await db
    .selectFrom('secret')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return row.value;
}
