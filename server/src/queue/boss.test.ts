import { sql } from 'kysely';
import { pino } from 'pino';
import { makeTestDb, type TestDb } from '#testing/state';
import { openDb } from '#state/db';
import { openBoss } from './boss';

describe('the queue', () => {
  let testDb: TestDb;
  beforeEach(async () => (testDb = await makeTestDb()));
  afterEach(() => testDb.close());

  /** Failed transactions in this database; each writes an error to PostgreSQL's log. */
  const failures = async () => {
    const { rows } = await sql<{ failed: number }>`
      select xact_rollback as failed from pg_stat_database where datname = current_database()`.execute(
      testDb.db,
    );
    return rows[0]?.failed;
  };

  it('is created once when all processes of a first start open it at the same time', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    const before = await failures();
    const open = (supervise: boolean) => openBoss({ url: testDb.url, log, supervise });
    const all = await Promise.allSettled([true, false, false, true, false].map(open));
    for (const one of all) if (one.status === 'fulfilled') await one.value.close();
    expect(all.map(({ status }) => status)).toEqual(Array(5).fill('fulfilled'));
    expect(lines).toEqual([]);
    // Each connection reports its statistics when it ends, at the latest.
    await testDb.db.destroy();
    testDb = { ...testDb, db: openDb(testDb.url, { max: 1 }) };
    expect(await failures()).toBe(before);
    await testDb.db.destroy();
  });
});
