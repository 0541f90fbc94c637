import { sql, type Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { addHostRow } from '#testing/access-log';
import { makeTestDb, type TestDb } from '#testing/state';
import { migrate } from './migrate';
import * as backbone from './migrations/0001-backbone';
import * as sharedSecrets from './migrations/0002-shared-secrets';
import * as registry from './migrations/0003-registry';
import * as taskFeed from './migrations/0004-task-feed';

/** The schema of the release before owners could close their hosts. */
const BEFORE: Readonly<Record<string, Migration>> = {
  '0001-backbone': backbone,
  '0002-shared-secrets': sharedSecrets,
  '0003-registry': registry,
  '0004-task-feed': taskFeed,
};

describe('a database of an earlier release', () => {
  let testDb: TestDb;
  beforeAll(async () => {
    testDb = await makeTestDb();
    await sql`drop schema public cascade`.execute(testDb.db);
    await sql`create schema public`.execute(testDb.db);
    const migrator = new Migrator({
      db: testDb.db,
      provider: { getMigrations: () => Promise.resolve({ ...BEFORE }) },
    });
    const { error } = await migrator.migrateToLatest();
    expect(error).toBeUndefined();
  });
  afterAll(() => testDb.close());

  const old = (): Kysely<unknown> => testDb.db as Kysely<unknown>;
  const statuses = async () =>
    (await testDb.db.selectFrom('host').select(['code', 'service_status']).execute()).reduce<
      Record<string, string>
    >((all, row) => ({ ...all, [row.code]: row.service_status }), {});

  it('keeps suspended and closed hosts, operators of tasks and the operation log', async () => {
    const [open, blocked, closed] = [
      await addHostRow(testDb.db),
      await addHostRow(testDb.db),
      await addHostRow(testDb.db),
    ];
    await sql`update host set service_status = 'BLOCKING' where code = ${blocked}`.execute(old());
    await sql`update host set service_status = 'CLOSED' where code = ${closed}`.execute(old());
    await sql`insert into operation_log (host_code, operator, role, address, area, action, object, result, detail, request_id)
      values (${open}, 'Shop', 'USER', '203.0.113.9', 'files', 'echo', ${'/wwwroot/ÄÖ.html'}, 'ok', '{}', 'r1')`.execute(
      old(),
    );
    await sql`update host set host_name = 'schedule' where code = ${closed}`.execute(old());
    await sql`insert into task (host_code, node, type, status, operator) values
      (${open}, 'local', 'WEB_BACKUP', 'RUNNING_SUCCESS', 'schedule'),
      (${open}, 'local', 'WEB_BACKUP', 'RUNNING_SUCCESS', 'bootstrap'),
      (${open}, 'local', 'WEB_BACKUP', 'RUNNING_SUCCESS', 'Shop'),
      (${closed}, 'local', 'WEB_BACKUP', 'RUNNING_SUCCESS', 'schedule')`.execute(old());
    await migrate(testDb.db);
    // No host's name holds a colon: an owner whose host is named like the backup plan stays the operator.
    const tasks = await testDb.db.selectFrom('task').select('operator').orderBy('id').execute();
    expect(tasks.map(({ operator }) => operator)).toEqual([':schedule', ':bootstrap', 'Shop', 'schedule']);
    expect(await statuses()).toEqual({ [open]: 'NORMAL', [blocked]: 'BLOCKING', [closed]: 'CLOSED' });
    // A site that the owner closed stays closed when the provider's suspension ends.
    await testDb.db.updateTable('host').set({ suspended: true }).where('code', '=', closed).execute();
    expect((await statuses())[closed]).toBe('BLOCKING');
    await testDb.db.updateTable('host').set({ suspended: false }).execute();
    expect(await statuses()).toEqual({ [open]: 'NORMAL', [blocked]: 'NORMAL', [closed]: 'CLOSED' });
    const found = await testDb.db
      .selectFrom('operation_log')
      .select('object')
      .where(sql<boolean>`words like '%äö.html%'`)
      .execute();
    expect(found).toEqual([{ object: '/wwwroot/ÄÖ.html' }]);
  });
});
