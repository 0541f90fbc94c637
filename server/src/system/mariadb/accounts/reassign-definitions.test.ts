import { z } from 'zod';
import { TestMariadb } from '#testing/mariadb';
import { ensureHostDatabase, type Clients } from './host-accounts';
import { reassignDefinitions } from './reassign-definitions';
import type { Connection } from '../connection/connection';
import { openConnection, withAdmin, type HostDatabase } from '../connection/server';

let mariadb: TestMariadb;
beforeAll(async () => {
  mariadb = await TestMariadb.make();
});
afterAll(() => mariadb.close());

const host: HostDatabase = { name: 'u_home', user: 'u_home', password: 'secret-of-home' };
const ensure = (clients: Clients) =>
  withAdmin(mariadb.server, (admin) => ensureHostDatabase(admin, host, { overQuota: false, clients }));

const MADE = [
  'CREATE TABLE t (a INT, trace VARCHAR(20))',
  'CREATE FUNCTION f (a INT) RETURNS INT DETERMINISTIC RETURN a + 1',
  'CREATE PROCEDURE p () SELECT COUNT(*) AS a FROM t',
  'CREATE VIEW inner_view AS SELECT f(a) AS a, trace FROM t',
  // It sorts first by name, and depends on the other view.
  'CREATE VIEW above AS SELECT a, trace FROM inner_view',
  "CREATE TRIGGER second BEFORE INSERT ON t FOR EACH ROW SET NEW.trace = '1'",
  "CREATE TRIGGER IF NOT EXISTS first BEFORE INSERT ON t FOR EACH ROW SET NEW.trace = CONCAT(NEW.trace, '2')",
  'CREATE EVENT e ON SCHEDULE EVERY 1 DAY DISABLE DO DELETE FROM t',
];

const Row = z.object({ a: z.coerce.number(), trace: z.string() });
const Definer = z.object({ definer: z.string() });

async function as<Result>(server: typeof mariadb.server, work: (connection: Connection) => Promise<Result>) {
  const connection = await openConnection(server, { login: host, database: host.name });
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}

it('keeps objects of a removed remote account working', async () => {
  // Only the remote account exists, so it is the definer of every object.
  await ensure({ local: false, remote: 'plain' });
  await as(mariadb.server, async (connection) => {
    for (const sql of MADE) await connection.run(sql);
  });
  await ensure({ local: true, remote: 'no' });
  await as(mariadb.server, async (connection) => {
    await expect(connection.rows(Row, 'SELECT a, trace FROM above')).rejects.toThrow();
  });
  expect(await reassignDefinitions(mariadb.server, host)).toEqual([]);
  await as(mariadb.server, async (connection) => {
    await connection.run('INSERT INTO t (a) VALUES (1)');
    expect(await connection.rows(Row, 'SELECT a, trace FROM above')).toEqual([{ a: 2, trace: '12' }]);
    await connection.run('CALL p()');
  });
  const events = 'SELECT DEFINER AS definer FROM information_schema.EVENTS WHERE EVENT_SCHEMA = ?';
  expect(await withAdmin(mariadb.server, (admin) => admin.rows(Definer, events, [host.name]))).toEqual([
    { definer: 'u_home@localhost' },
  ]);
  expect(await reassignDefinitions(mariadb.server, host)).toEqual([]);
});
