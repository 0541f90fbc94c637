import { sql } from 'kysely';
import { makeTestDb, type TestDb } from '#testing/state';
import { migrate } from './migrate';
import { openDb } from './db';

describe('migrate', () => {
  let testDb: TestDb;
  beforeAll(async () => {
    testDb = await makeTestDb();
  });
  afterAll(() => testDb.close());

  it('creates every table when several processes start at once', async () => {
    await sql`drop schema public cascade`.execute(testDb.db);
    await sql`create schema public`.execute(testDb.db);
    const others = [1, 2, 3, 4].map(() => openDb(testDb.url, { max: 1 }));
    await Promise.all(others.map((db) => migrate(db)));
    await Promise.all(others.map((db) => db.destroy()));
    await expect(testDb.db.selectFrom('operation_log').selectAll().execute()).resolves.toEqual([]);
  });

  it('reads sizes beyond 32 bits as numbers', async () => {
    const row = await sql<{ size: number }>`select 10737418240::bigint as size`.execute(testDb.db);
    expect(row.rows[0]?.size).toBe(10_737_418_240);
  });
});
