import { sql } from 'kysely';
import { hashToken, newToken } from '#sites/api/token';
import type { Db } from '#state/db';
import { Refusal } from '#faults/refusal';

export interface ProviderKey {
  readonly name: string;
  readonly scopes: readonly string[];
}

/** Name of the key from the environment or the data directory; only this key manages others. */
const FIRST_KEY = 'bootstrap';
/** Marks in the registry's history what came with the product; no key may have this name. */
const RELEASE = 'release';
const FIRST_SCOPES = ['hosts', 'tokens', 'metrics', 'remotes', 'keys'];

/** Stores the given key as the first one. A revoked first key stays revoked until another is given. */
export async function ensureFirstKey(db: Db, key: string): Promise<void> {
  const hash = hashToken(key);
  const scopes = JSON.stringify(FIRST_SCOPES);
  await sql`
    insert into provider_key (name, hash, scopes) values (${FIRST_KEY}, ${hash}, ${scopes}::jsonb)
    on conflict (name) do update set hash = ${hash}, scopes = ${scopes}::jsonb, revoked_at = null
      where provider_key.hash <> ${hash}`.execute(db);
}

export async function findProviderKey(db: Db, key: string): Promise<ProviderKey | undefined> {
  return db
    .selectFrom('provider_key')
    .select(['name', 'scopes'])
    .where('hash', '=', hashToken(key))
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
}

/** Creates a key, which is shown once. Refuses with `name-taken`. */
export async function createProviderKey(db: Db, { name, scopes }: ProviderKey): Promise<string> {
  if (name === RELEASE) throw new Refusal('name-taken', { field: 'name' });
  const key = `sdk_${newToken()}`;
  const row = await db
    .insertInto('provider_key')
    .values({ name, hash: hashToken(key), scopes: JSON.stringify(scopes), revoked_at: null })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('name')
    .executeTakeFirst();
  if (!row) throw new Refusal('name-taken', { field: 'name' });
  return key;
}

export async function listProviderKeys(db: Db) {
  const rows = await db.selectFrom('provider_key').selectAll().orderBy('created_at').execute();
  return rows.map((row) => ({
    name: row.name,
    scopes: row.scopes,
    createTime: row.created_at.toISOString(),
    revoked: row.revoked_at !== null,
  }));
}

/** Refuses with `not-found`. */
export async function revokeProviderKey(db: Db, name: string, now: Date): Promise<void> {
  const row = await db
    .updateTable('provider_key')
    .set({ revoked_at: now })
    .where('name', '=', name)
    .where('revoked_at', 'is', null)
    .returning('name')
    .executeTakeFirst();
  if (!row) throw new Refusal('not-found', { field: 'name' });
}
