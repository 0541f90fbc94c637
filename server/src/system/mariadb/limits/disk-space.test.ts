import { createConnection } from 'mysql2/promise';
import { z } from 'zod';
import { TestMariadb } from '#testing/mariadb';
import { ensureHostDatabase } from '../accounts/host-accounts';
import { guardDiskSpace } from './disk-space';
import { withAdmin, type HostDatabase } from '../connection/server';

let mariadb: TestMariadb;
beforeAll(async () => {
  mariadb = await TestMariadb.make();
});
afterAll(() => mariadb.close());

async function signedIn(name: string) {
  const host: HostDatabase = { name, user: name, password: `secret-of-${name}` };
  const access = { overQuota: false, clients: { local: true, remote: 'no' } } as const;
  await withAdmin(mariadb.server, (admin) => ensureHostDatabase(admin, host, access));
  const { user, password } = host;
  return createConnection({ socketPath: mariadb.plan.socket, user, password, database: name });
}

it('ends the largest user of temporary tables first, then idle transactions, then the longest statement', async () => {
  const [busy, holder, idler] = await Promise.all(['u_busy', 'u_holder', 'u_idler'].map(signedIn));
  if (!busy || !holder || !idler) throw new Error('Nobody signed in');
  for (const connection of [busy, holder, idler]) connection.on('error', () => undefined);
  await idler.query('START TRANSACTION WITH CONSISTENT SNAPSHOT');
  const prepared = expect(busy.execute('SELECT SLEEP(200), ?', [1])).rejects.toThrow();
  // Filled by statements too short to be noticed; no statement runs while the table exists.
  await holder.query('CREATE TEMPORARY TABLE held (t LONGTEXT) ENGINE = MyISAM');
  await holder.query("INSERT INTO held SELECT REPEAT('x', 1000000) FROM seq_1_to_20");
  const [end, ended] = [new AbortController(), [] as string[]];
  const onEnded = (user: string) => {
    if (ended.push(user) === 3) end.abort();
  };
  // Simulates a disk that stays full.
  const disk = { folder: mariadb.plan.data, spare: Number.MAX_SAFE_INTEGER };
  await guardDiskSpace({ server: { ...mariadb.server, disk }, signal: end.signal, onEnded });
  expect(ended).toEqual(['u_holder', 'u_idler', 'u_busy']);
  await prepared;
  await expect(holder.query('SELECT 1')).rejects.toThrow();
});

it('frees the space of row versions that old transactions kept', async () => {
  const sql = 'SELECT @@innodb_undo_tablespaces AS files, @@innodb_undo_log_truncate AS shrinks';
  const Undo = z.object({ files: z.coerce.number(), shrinks: z.coerce.number() });
  const undo = await withAdmin(mariadb.server, (admin) => admin.rows(Undo, sql));
  expect(undo).toEqual([{ files: 2, shrinks: 1 }]);
});
