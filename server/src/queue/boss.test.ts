import { sql } from 'kysely';
import { pino } from 'pino';
import { makeTestDb, type TestDb } from '#testing/state';
import { openDb } from '#state/db';
import { openBoss } from './boss';

describe('the queue', () => {
  let test: TestDb;
  beforeEach(async () => (test = await makeTestDb()));
  afterEach(() => test.close());

  /** Transactions that failed in this database: each is an error in PostgreSQL's log. */
  const failures = async () => {
    const { rows } = await sql<{ failed: number }>`
      select xact_rollback as failed from pg_stat_database where datname = current_database()`.execute(
      test.db,
    );
    return rows[0]?.failed;
  };

  it('is made once when all processes of a first start come at the same time', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    const before = await failures();
    const open = (supervise: boolean) => openBoss({ url: test.url, log, supervise });
    const all = await Promise.allSettled([true, false, false, true, false].map(open));
    for (const one of all) if (one.status === 'fulfilled') await one.value.close();
    expect(all.map(({ status }) => status)).toEqual(Array(5).fill('fulfilled'));
    expect(lines).toEqual([]);
    // Each connection tells its numbers at the latest when it ends.
    await test.db.destroy();
    test = { ...test, db: openDb(test.url, { max: 1 }) };
    expect(await failures()).toBe(before);
    await test.db.destroy();
  });
});
